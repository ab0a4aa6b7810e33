/** A framework of input methods, as its own program for the command line lets it be asked and told. */
export interface Framework {
  /** What it calls itself among the servers of XIM. */
  readonly server: string;
  /** The name of what is in force; undefined where nobody tells. */
  current(): Promise<string | undefined>;
  /** Whether a name is that of a plain keyboard, which takes no text for its own. */
  isKeyboard(name: string): boolean;
  /** Asks for a plain keyboard, without touching the layout. */
  chooseKeyboard(): Promise<void>;
  choose(name: string): Promise<void>;
}
