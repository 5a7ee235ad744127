import type { DemoClient, ListReply } from '../demo-context.ts'

export type NamedResource = { id: string; name: string }
type NewResource = { name: string; [field: string]: unknown }

export async function findOrCreate<T extends NamedResource>(
  agent: DemoClient,
  path: string,
  made: NewResource,
): Promise<T> {
  const { data } = await agent.get<ListReply<T>>(`${path}?limit=200`)
  return data.find(({ name }) => name === made.name) ?? (await agent.post<T>(path, made))
}
