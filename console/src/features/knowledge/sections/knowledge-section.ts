import { type AgentClient, Conflict, type Schema } from '@parley/sdk'

export type AgentThing = Schema<'AgentThing'>
type ThingBody = Schema<'SentThing'>
export type AgentCollection = Schema<'AgentCollection'>
export type AgentFact = Schema<'AgentFact'>

/** What the knowledge catalog holds: lists that are read and written as a whole, each guarded by its ETag. */
export type KnowledgeSections = { things: AgentThing; collections: AgentCollection; facts: AgentFact }
export type KnowledgeSectionName = keyof KnowledgeSections
export type SectionVersion<Item> = { items: Item[]; etag: string | undefined }
/** An edit speaks of what it finds, so that it can be made again on a list that somebody else has changed meanwhile. */
export type SectionEdit<Item> = (items: readonly Item[]) => readonly Item[]

export const sectionPathOf = (name: KnowledgeSectionName): `/knowledge/${KnowledgeSectionName}` => `/knowledge/${name}`

export async function readSection<N extends KnowledgeSectionName>(
  api: AgentClient,
  name: N,
  signal?: AbortSignal,
): Promise<SectionVersion<KnowledgeSections[N]>> {
  return readVersion<KnowledgeSections[N]>(await api.raw('GET', sectionPathOf(name), { signal }))
}

type SectionPut<Item> = { items: readonly Item[]; etag: string | undefined; query?: Record<string, string> }

export function putSection<N extends KnowledgeSectionName>(
  api: AgentClient,
  name: N,
  { items, etag, query }: SectionPut<KnowledgeSections[N]>,
): Promise<Response> {
  const body = { [name]: name === 'things' ? (items as readonly AgentThing[]).map(toSectionBody) : items }
  return api.raw('PUT', sectionPathOf(name), { body, query, headers: etag ? { 'if-match': etag } : {} })
}

const maxAttempts = 4

/** Makes the edit on what is saved, and again on what somebody else has saved in between. */
export async function changeSection<N extends KnowledgeSectionName>(
  api: AgentClient,
  name: N,
  {
    edit,
    base,
    query,
  }: {
    edit: SectionEdit<KnowledgeSections[N]>
    base: SectionVersion<KnowledgeSections[N]>
    query?: Record<string, string>
  },
): Promise<SectionVersion<KnowledgeSections[N]>> {
  let version = base
  for (let nth = 1; ; nth++) {
    try {
      const put = { items: edit(version.items), etag: version.etag, query }
      return await readVersion<KnowledgeSections[N]>(await putSection(api, name, put))
    } catch (error) {
      if (!isVersionConflict(error) || nth === maxAttempts) throw error
      version = await readSection(api, name)
    }
  }
}

export const isVersionConflict = (error: unknown): boolean => error instanceof Conflict && error.status === 412

export async function readVersion<Item>(answer: Response): Promise<SectionVersion<Item>> {
  const { data } = (await answer.json()) as { data: Item[] }
  return { items: data, etag: answer.headers.get('etag') ?? undefined }
}

/** `collections` says it all, and a Thing that is in none says so. */
function toSectionBody({ collection: _, ...thing }: AgentThing): ThingBody {
  return { ...thing, collections: thing.collections ?? [] }
}
