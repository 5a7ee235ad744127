type Assignment = { goalId?: string; then?: string }
type GoalOwner = { id: string; name: string; goal?: Assignment }

export function findGoalUsers(
  goalId: string,
  document: Record<string, unknown>,
): { playbooks: GoalOwner[]; outreaches: GoalOwner[] } {
  const { outreaches } = (document.outreach ?? {}) as { outreaches?: GoalOwner[] }
  const aiming = (owners: GoalOwner[] = []) =>
    owners.filter(({ goal }) => goal?.goalId === goalId || goal?.then === goalId)
  return { playbooks: aiming(document.playbooks as GoalOwner[] | undefined), outreaches: aiming(outreaches) }
}
