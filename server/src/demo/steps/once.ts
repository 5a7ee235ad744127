import type { Door } from '../door.ts'
import type { Listed } from '../step.ts'

export type Named = { id: string; name: string }
type Made = { name: string; [field: string]: unknown }

/** What is there by that name, or else what is made. */
export async function once<T extends Named>(agent: Door, path: string, made: Made): Promise<T> {
  const { data } = await agent.get<Listed<T>>(`${path}?limit=200`)
  return data.find(({ name }) => name === made.name) ?? (await agent.post<T>(path, made))
}
