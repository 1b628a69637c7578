/**
 * Returns why a person cannot stop being an owner; undefined if they can or are not one. `owners` are the ids of all
 * owners.
 */
export function leaveOwnersRefusal(id: string, owners: readonly string[]): 'last_owner' | undefined {
  return owners.length === 1 && owners[0] === id ? 'last_owner' : undefined;
}
