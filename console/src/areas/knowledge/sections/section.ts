import { type AgentClient, Conflict, type Schema } from '@parley/sdk'

export type Thing = Schema<'AgentThing'>
type SentThing = Schema<'SentThing'>
export type Collection = Schema<'AgentCollection'>
export type Fact = Schema<'AgentFact'>

/** What the knowledge catalog holds: lists that are read and written as a whole, each guarded by its ETag. */
export type Sections = { things: Thing; collections: Collection; facts: Fact }
export type SectionName = keyof Sections
export type Version<Item> = { items: Item[]; etag: string | undefined }
/** An edit speaks of what it finds, so that it can be made again on a list that somebody else has changed meanwhile. */
export type Edit<Item> = (items: readonly Item[]) => readonly Item[]

export const pathOf = (name: SectionName): `/knowledge/${SectionName}` => `/knowledge/${name}`

export async function readSection<N extends SectionName>(
  api: AgentClient,
  name: N,
  signal?: AbortSignal,
): Promise<Version<Sections[N]>> {
  return versionIn<Sections[N]>(await api.raw('GET', pathOf(name), { signal }))
}

type Put<Item> = { items: readonly Item[]; etag: string | undefined; query?: Record<string, string> }

export function putSection<N extends SectionName>(
  api: AgentClient,
  name: N,
  { items, etag, query }: Put<Sections[N]>,
): Promise<Response> {
  const body = { [name]: name === 'things' ? (items as readonly Thing[]).map(asSent) : items }
  return api.raw('PUT', pathOf(name), { body, query, headers: etag ? { 'if-match': etag } : {} })
}

const mostTries = 4

/** Makes the edit on what is saved, and again on what somebody else has saved in between. */
export async function changeSection<N extends SectionName>(
  api: AgentClient,
  name: N,
  { edit, base, query }: { edit: Edit<Sections[N]>; base: Version<Sections[N]>; query?: Record<string, string> },
): Promise<Version<Sections[N]>> {
  let version = base
  for (let nth = 1; ; nth++) {
    try {
      const put = { items: edit(version.items), etag: version.etag, query }
      return await versionIn<Sections[N]>(await putSection(api, name, put))
    } catch (error) {
      if (!isStale(error) || nth === mostTries) throw error
      version = await readSection(api, name)
    }
  }
}

export const isStale = (error: unknown): boolean => error instanceof Conflict && error.status === 412

export async function versionIn<Item>(answer: Response): Promise<Version<Item>> {
  const { data } = (await answer.json()) as { data: Item[] }
  return { items: data, etag: answer.headers.get('etag') ?? undefined }
}

/** `collections` says it all, and a Thing that is in none says so. */
function asSent({ collection: _, ...thing }: Thing): SentThing {
  return { ...thing, collections: thing.collections ?? [] }
}
