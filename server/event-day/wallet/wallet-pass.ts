export interface WalletPass {
  /** The same for all passes of a person; does not reveal who it is. */
  serial: string;
  /** Raised when the person gets a new pass and the old one becomes void. */
  version: number;
  name: string;
  track: string;
  /** Returns the text in the QR code, with a name that may be shorter. */
  toCode: (name: string) => string;
  /** When the first day begins; phones then show the pass on the lock screen. */
  opens: Date;
}
