/** The content of a pass, the same for every wallet. */
export interface WalletPass {
  /** The same for every pass of a person; tells nothing about who it is. */
  serial: string;
  /** Raised when the person gets a new pass and the old one is void. */
  version: number;
  name: string;
  track: string;
  /** The text of its code. */
  code: string;
  /** When the first day begins: a phone then brings the pass to the front. */
  opens: Date;
}
