/** The message that follows a send as the next one, after so many. */
export const followUpMessageId = (sendId: string, times: number): string => `${sendId}-f${times + 1}`

export const addFollowUpDelay = ({ delayMinutes }: { delayMinutes: number }, from: Date): Date =>
  new Date(from.getTime() + delayMinutes * 60_000)
