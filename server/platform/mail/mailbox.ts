/** Returns one address for all that arrive in the same mailbox: in lower case, without a `+tag`, at Gmail without dots. */
export function toMailbox(email: string): string {
  const [name = '', domain = ''] = email.toLowerCase().split('@');
  const own = name.replace(/\+.*/, '');
  return /^(?:gmail|googlemail)\.com$/.test(domain)
    ? `${own.replaceAll('.', '')}@gmail.com`
    : `${own}@${domain}`;
}
