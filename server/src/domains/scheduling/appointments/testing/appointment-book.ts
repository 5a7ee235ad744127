/** Common setup for appointment tests. */

// biome-ignore lint/suspicious/noExplicitAny: a test reads arbitrary responses
type Body = any
type Reply = { status: number; headers: Record<string, string | undefined>; body: Body; text: string }
type Agent = {
  get(path: string): Promise<Reply>
  put(path: string, body: unknown): Promise<Reply>
  post(path: string, body: unknown): Promise<Reply>
  patch(path: string, body: unknown): Promise<Reply>
}

/** Nine to five in Berlin on weekdays, half an hour each. */
export const officeHours = {
  timezone: 'Europe/Berlin',
  defaultDurationMinutes: 30,
  availableHours: [1, 2, 3, 4, 5].map((dayOfWeek) => ({ dayOfWeek, startTime: '09:00', endTime: '17:00' })),
}

export const anna = { id: 'anna', name: 'Anna', title: 'Sales' }
export const ben = { id: 'ben', name: 'Ben' }

/** An agent with this scheduling config, and a person, since every booking needs one. */
export async function createAppointmentBook(agent: Agent, config: object): Promise<AppointmentBook> {
  expectSuccess(await agent.put('/scheduling', config))
  return createAppointmentBookFor(agent, await addPerson(agent, { fullName: 'A Person' }))
}

export async function addPerson(agent: Agent, profile: object): Promise<string> {
  return expectSuccess(await agent.post('/people', profile)).id
}

export type AppointmentBook = {
  personId: string
  path: string
  book(startUtc: string, fields?: object): Promise<Reply>
  bookAndExpect(startUtc: string, fields?: object): Promise<Body>
  change(id: string, patch: object): Promise<Reply>
  changeAndExpect(id: string, patch: object): Promise<Body>
  read(id: string): Promise<Body>
  list(): Promise<Body[]>
  person(): Promise<Body>
}

export function createAppointmentBookFor(agent: Agent, personId: string): AppointmentBook {
  const path = `/people/${personId}/appointments`
  const book: AppointmentBook['book'] = (startUtc, fields = {}) => agent.post(path, { startUtc, ...fields })
  const change: AppointmentBook['change'] = (id, patch) => agent.patch(`${path}/${id}`, patch)
  return {
    personId,
    path,
    book,
    bookAndExpect: async (startUtc, fields) => expectSuccess(await book(startUtc, fields)),
    change,
    changeAndExpect: async (id, patch) => expectSuccess(await change(id, patch)),
    read: async (id) => expectSuccess(await agent.get(`${path}/${id}`)),
    list: async () => expectSuccess(await agent.get(path)).data,
    person: async () => expectSuccess(await agent.get(`/people/${personId}`)),
  }
}

function expectSuccess({ status, body, text }: Reply): Body {
  if (status < 200 || status > 299) throw new Error(`${status} ${text.slice(0, 500)}`)
  return body
}
