type Assignment = { goalId?: string; then?: string }
type Owner = { id: string; name: string; goal?: Assignment }

/** Which playbooks and Outreaches of a document aim at a Goal. */
export function aimingAt(
  goalId: string,
  document: Record<string, unknown>,
): { playbooks: Owner[]; outreaches: Owner[] } {
  const { outreaches } = (document.outreach ?? {}) as { outreaches?: Owner[] }
  const aiming = (owners: Owner[] = []) => owners.filter(({ goal }) => goal?.goalId === goalId || goal?.then === goalId)
  return { playbooks: aiming(document.playbooks as Owner[] | undefined), outreaches: aiming(outreaches) }
}
