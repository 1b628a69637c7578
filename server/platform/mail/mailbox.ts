/** Returns the address without its `+tag`, in lower case: emails to all tags arrive in one mailbox. */
export function toMailbox(email: string): string {
  return email.toLowerCase().replace(/\+[^@]*(?=@)/, '');
}
