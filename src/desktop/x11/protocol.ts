/** Numbers of the X protocol that several files need. */

/** In place of a window or an atom: there is none. */
export const none = 0;

/** Event mask: PropertyNotify for the properties of a window. */
export const propertyChanges = 0x40_0000;

/** Map state of a window that is shown, with all that it lies in. */
export const viewable = 2;
