/** Returns the address without its `+tag`, in lower case: one mailbox receives the emails to all of them. */
export function toMailbox(email: string): string {
  return email.toLowerCase().replace(/\+[^@]*(?=@)/, '');
}
