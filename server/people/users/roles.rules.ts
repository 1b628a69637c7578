/** Returns why a person cannot stop being an owner, if so. `owners` are the ids of all owners. */
export function leaveOwnersRefusal(id: string, owners: readonly string[]): 'last_owner' | undefined {
  return owners.length === 1 && owners[0] === id ? 'last_owner' : undefined;
}
