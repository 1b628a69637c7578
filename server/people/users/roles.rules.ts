/** Returns why somebody cannot stop being an owner; undefined when they can, or are none. `owners` are the ids of all owners. */
export function leaveOwnersRefusal(id: string, owners: readonly string[]): 'last_owner' | undefined {
  return owners.length === 1 && owners[0] === id ? 'last_owner' : undefined;
}
