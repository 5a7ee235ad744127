type Dated = { sendId: string; queuedAt: string }
type Read<Send> = (query: { limit: number; until?: string }) => Promise<Send[]>

const sendsAtOnce = 200

/** The list of sends has no pages: the next one begins at the time of the last, without those that are known of it. */
export async function sendPage<Send extends Dated>(
  read: Read<Send>,
  token: string | undefined,
): Promise<{ sends: Send[]; next?: string }> {
  const [until, ...known] = token?.split(' ') ?? []
  const page = await read({ limit: sendsAtOnce, ...(until && { until }) })
  const sends = page.filter(({ sendId }) => !known.includes(sendId))
  const last = page.at(-1)?.queuedAt
  if (page.length < sendsAtOnce || last === undefined || sends.length === 0) return { sends }
  const ofThatTime = page.filter(({ queuedAt }) => queuedAt === last).map(({ sendId }) => sendId)
  const before = last === until ? known : []
  return { sends, next: [last, ...new Set([...before, ...ofThatTime])].join(' ') }
}

export async function everySend<Send extends Dated>(read: Read<Send>): Promise<Send[]> {
  const all: Send[] = []
  let token: string | undefined
  do {
    const { sends, next } = await sendPage(read, token)
    all.push(...sends)
    token = next
  } while (token !== undefined)
  return all
}
