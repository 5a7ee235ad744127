/** What tests of appointments begin with, whatever they ask after. */

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came back
type Body = any
type Reply = { status: number; headers: Record<string, string | undefined>; body: Body; text: string }
type Agent = {
  get(path: string): Promise<Reply>
  put(path: string, body: unknown): Promise<Reply>
  post(path: string, body: unknown): Promise<Reply>
  patch(path: string, body: unknown): Promise<Reply>
}

/** From nine to five in Berlin on weekdays, half an hour each. */
export const officeHours = {
  timezone: 'Europe/Berlin',
  defaultDurationMinutes: 30,
  availableHours: [1, 2, 3, 4, 5].map((dayOfWeek) => ({ dayOfWeek, startTime: '09:00', endTime: '17:00' })),
}

export const anna = { id: 'anna', name: 'Anna', title: 'Sales' }
export const ben = { id: 'ben', name: 'Ben' }

/** An agent with this scheduling config and, since nothing is booked for nobody, a person. */
export async function openDiary(agent: Agent, config: object): Promise<Diary> {
  succeeded(await agent.put('/scheduling', config))
  return diaryOf(agent, await addPerson(agent, { fullName: 'A Person' }))
}

export async function addPerson(agent: Agent, profile: object): Promise<string> {
  return succeeded(await agent.post('/people', profile)).id
}

export type Diary = {
  personId: string
  path: string
  book(startUtc: string, more?: object): Promise<Reply>
  /** An appointment that must succeed. */
  booked(startUtc: string, more?: object): Promise<Body>
  change(id: string, patch: object): Promise<Reply>
  changed(id: string, patch: object): Promise<Body>
  read(id: string): Promise<Body>
  list(): Promise<Body[]>
  person(): Promise<Body>
}

export function diaryOf(agent: Agent, personId: string): Diary {
  const path = `/people/${personId}/appointments`
  const book: Diary['book'] = (startUtc, more = {}) => agent.post(path, { startUtc, ...more })
  const change: Diary['change'] = (id, patch) => agent.patch(`${path}/${id}`, patch)
  return {
    personId,
    path,
    book,
    booked: async (startUtc, more) => succeeded(await book(startUtc, more)),
    change,
    changed: async (id, patch) => succeeded(await change(id, patch)),
    read: async (id) => succeeded(await agent.get(`${path}/${id}`)),
    list: async () => succeeded(await agent.get(path)).data,
    person: async () => succeeded(await agent.get(`/people/${personId}`)),
  }
}

function succeeded({ status, body, text }: Reply): Body {
  if (status < 200 || status > 299) throw new Error(`${status} ${text.slice(0, 500)}`)
  return body
}
