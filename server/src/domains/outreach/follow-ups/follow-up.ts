/** The message id of the follow-up number `times + 1` to a send. */
export const followUpMessageId = (sendId: string, times: number): string => `${sendId}-f${times + 1}`

export const addFollowUpDelay = ({ delayMinutes }: { delayMinutes: number }, from: Date): Date =>
  new Date(from.getTime() + delayMinutes * 60_000)
