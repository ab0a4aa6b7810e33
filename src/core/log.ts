/** Where the program reports what it does; never stdout, which belongs to the protocol. */
export interface Log {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}
