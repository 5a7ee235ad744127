/** The message that follows a send as the next one, after so many. */
export const messageOf = (sendId: string, times: number): string => `${sendId}-f${times + 1}`

export const afterDelay = ({ delayMinutes }: { delayMinutes: number }, from: Date): Date =>
  new Date(from.getTime() + delayMinutes * 60_000)
