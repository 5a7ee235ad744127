type DatedSend = { sendId: string; queuedAt: string }
type ReadSends<Send> = (query: { limit: number; until?: string }) => Promise<Send[]>

const sendPageSize = 200

/**
 * The list of sends has no page tokens: the next page starts at the time of the last row and skips the rows already
 * known.
 */
export async function readSendPage<Send extends DatedSend>(
  read: ReadSends<Send>,
  token: string | undefined,
): Promise<{ sends: Send[]; next?: string }> {
  const [until, ...known] = token?.split(' ') ?? []
  const page = await read({ limit: sendPageSize, ...(until && { until }) })
  const sends = page.filter(({ sendId }) => !known.includes(sendId))
  const last = page.at(-1)?.queuedAt
  if (page.length < sendPageSize || last === undefined || sends.length === 0) return { sends }
  const ofThatTime = page.filter(({ queuedAt }) => queuedAt === last).map(({ sendId }) => sendId)
  const before = last === until ? known : []
  return { sends, next: [last, ...new Set([...before, ...ofThatTime])].join(' ') }
}

export async function readAllSends<Send extends DatedSend>(read: ReadSends<Send>): Promise<Send[]> {
  const all: Send[] = []
  let token: string | undefined
  do {
    const { sends, next } = await readSendPage(read, token)
    all.push(...sends)
    token = next
  } while (token !== undefined)
  return all
}
