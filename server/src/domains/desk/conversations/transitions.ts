/** The states of a conversation at the desk, and every transition between them, as a pure function. */

export const deskStates = ['agent', 'waiting', 'human', 'closed'] as const
export type DeskState = (typeof deskStates)[number]

export type DeskStatus = {
  state: DeskState
  /** The holder while `human`; while `waiting`, the member whose turn it is. */
  assignee?: string
  waitingSince?: Date
  takenAt?: Date
  /** The take, or the last message of the holder. */
  activeAt?: Date
  snoozedUntil?: Date
  /** When the last holder let go. */
  returnedAt?: Date
}

export type DeskAction =
  /** The person asked for a human; `assignee` is the member whose turn it is. */
  | { kind: 'request'; assignee?: string }
  | { kind: 'take'; by: string; force?: boolean }
  | { kind: 'assign'; by: string; to: string }
  | { kind: 'return'; by: string; note?: string }
  | { kind: 'close'; by: string }
  | { kind: 'snooze'; by: string; until: Date }
  | { kind: 'memberWrote'; by: string }
  | { kind: 'userWrote' }
  /** The holder has written nothing since then. */
  | { kind: 'idle'; since: Date }
  | { kind: 'memberLeft'; userId: string }
  | { kind: 'disable' }

export const deskMoves = ['waiting', 'taken', 'assigned', 'returned', 'closed', 'snoozed'] as const
export type DeskMove = (typeof deskMoves)[number]

export type DeskTransition =
  /** `move` is absent if nothing happened that members or webhooks hear of. `seconds`: how long it took until then. */
  | { after: DeskStatus; move?: DeskMove; seconds?: number }
  | { refused: 'taken'; holder: string }
  | { refused: 'notHeld' }

export function applyDeskAction(before: DeskStatus, action: DeskAction, now: Date): DeskTransition {
  switch (action.kind) {
    case 'request':
      return request(before, action.assignee, now)
    case 'take':
      return take(before, action, now)
    case 'assign':
      return hold(before, action.to, 'assigned', now)
    case 'return':
      return before.state === 'agent' && action.note === undefined ? { after: before } : returnToAgent(now)
    case 'close':
      return close(before, now)
    case 'snooze':
      return { after: { ...before, snoozedUntil: action.until }, move: 'snoozed' }
    case 'memberWrote':
      return recordMessage(before, action.by, now)
    case 'userWrote':
      return { after: withoutSnooze(before.state === 'closed' ? { state: 'agent', ...lastReturn(before) } : before) }
    case 'idle':
      return before.state === 'human' && before.activeAt && before.activeAt <= action.since
        ? returnToAgent(now)
        : { after: before }
    case 'memberLeft':
      return handleMemberLeft(before, action.userId, now)
    case 'disable':
      return before.state === 'agent' ? { after: before } : returnToAgent(now)
  }
}

function request(before: DeskStatus, assignee: string | undefined, now: Date): DeskTransition {
  if (before.state === 'waiting' || before.state === 'human') return { after: before }
  const after: DeskStatus = {
    state: 'waiting',
    ...(assignee !== undefined && { assignee }),
    waitingSince: now,
    ...lastReturn(before),
  }
  return { after, move: 'waiting' }
}

function take(before: DeskStatus, { by, force }: { by: string; force?: boolean }, now: Date): DeskTransition {
  const { state, assignee } = before
  if (state === 'human' && assignee !== undefined && assignee !== by && !force)
    return { refused: 'taken', holder: assignee }
  return hold(before, by, 'taken', now)
}

function hold(before: DeskStatus, holder: string, move: 'taken' | 'assigned', now: Date): DeskTransition {
  if (before.state === 'human' && before.assignee === holder) return { after: withoutSnooze(before) }
  const { waitingSince } = before
  const after: DeskStatus = {
    state: 'human',
    assignee: holder,
    // Stays until the first message of a member, which it is measured by.
    ...(waitingSince && { waitingSince }),
    takenAt: now,
    activeAt: now,
    ...lastReturn(before),
  }
  return { after, move }
}

const returnToAgent = (now: Date): DeskTransition => ({ after: { state: 'agent', returnedAt: now }, move: 'returned' })

function close(before: DeskStatus, now: Date): DeskTransition {
  if (before.state === 'closed') return { after: withoutSnooze(before) }
  const since = before.waitingSince ?? before.takenAt
  const after: DeskStatus = {
    state: 'closed',
    ...(before.state === 'human' ? { returnedAt: now } : lastReturn(before)),
  }
  return { after, move: 'closed', ...(since && { seconds: secondsBetween(since, now) }) }
}

/** `seconds` only for the first message since the person began to wait, or since the take. */
function recordMessage(before: DeskStatus, by: string, now: Date): DeskTransition {
  const { state, assignee, takenAt, activeAt } = before
  if (state !== 'human' || assignee !== by) return { refused: 'notHeld' }
  const isFirst = takenAt !== undefined && activeAt?.getTime() === takenAt.getTime()
  const since = before.waitingSince ?? takenAt
  // Later than the take even within the same millisecond, so that the second message is not another first one.
  const at = takenAt && now <= takenAt ? new Date(takenAt.getTime() + 1) : now
  return { after: { ...before, activeAt: at }, ...(isFirst && since && { seconds: secondsBetween(since, now) }) }
}

function handleMemberLeft(before: DeskStatus, userId: string, now: Date): DeskTransition {
  const { assignee, ...rest } = before
  if (assignee !== userId) return { after: before }
  return before.state === 'human' ? returnToAgent(now) : { after: rest }
}

const lastReturn = ({ returnedAt }: DeskStatus): Pick<DeskStatus, 'returnedAt'> => (returnedAt ? { returnedAt } : {})

function withoutSnooze({ snoozedUntil: _, ...status }: DeskStatus): DeskStatus {
  return status
}

const secondsBetween = (from: Date, to: Date): number => Math.max(0, Math.round((to.getTime() - from.getTime()) / 1000))
