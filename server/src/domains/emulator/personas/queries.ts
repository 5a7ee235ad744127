import type { EmulatedChannel } from '@parley/amf'
import type { Preset } from '@parley/testcase'
import type { Selectable } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { Tables } from '../../../platform/db/tables.generated.ts'
import { type ListPage, type PageQuery, parsePageToken, toListPage } from '../../../platform/http/page.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Persona } from './persona.ts'

export async function insertPersona(tx: Db, agent: AgentKey, persona: Persona): Promise<void> {
  await tx
    .insertInto('personas')
    .values({
      agent_key: agent.key,
      id: persona.id,
      created_at: persona.createdAt,
      ...columnsOf(persona),
    })
    .execute()
}

export async function updatePersona(tx: Db, agent: AgentKey, persona: Persona): Promise<void> {
  await tx
    .updateTable('personas')
    .set(columnsOf(persona))
    .where('agent_key', '=', agent.key)
    .where('id', '=', persona.id)
    .execute()
}

const columnsOf = ({ name, channel, preset, asid, updatedAt }: Persona) => ({
  name,
  channel,
  preset: JSON.stringify(preset),
  asid,
  updated_at: updatedAt,
})

const selectPersonas = (db: Db, agent: AgentKey) =>
  db.selectFrom('personas').selectAll().where('agent_key', '=', agent.key)

export async function findPersona(db: Db, agent: AgentKey, id: string): Promise<Persona | undefined> {
  const row = await selectPersonas(db, agent).where('id', '=', id).executeTakeFirst()
  return row && toPersona(row)
}

/** Ids without a persona are skipped. */
export async function findPersonas(db: Db, agent: AgentKey, ids: readonly string[]): Promise<Persona[]> {
  const rows = await selectPersonas(db, agent)
    .where('id', 'in', [...ids, ''])
    .execute()
  return rows.map(toPersona)
}

export async function lockPersona(tx: Db, agent: AgentKey, id: string): Promise<Persona | undefined> {
  const row = await selectPersonas(tx, agent).where('id', '=', id).forUpdate().executeTakeFirst()
  return row && toPersona(row)
}

export async function listPersonas<T>(
  db: Db,
  agent: AgentKey,
  { limit, pageToken }: PageQuery,
  show: (persona: Persona) => T,
): Promise<ListPage<T>> {
  const after = parsePageToken(pageToken)
  const rows = await selectPersonas(db, agent)
    .$if(after !== undefined, (query) =>
      query.where((is) => is(is.refTuple('created_at', 'id'), '<', is.tuple(after?.at as Date, after?.id as string))),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const cursorOf = ({ createdAt, id }: Persona) => ({ at: createdAt, id })
  return toListPage(rows.map(toPersona), limit, cursorOf, show)
}

/**
 * Serializes the creation of personas until the transaction ends, so that two concurrent requests cannot both pass the
 * limit.
 */
export async function lockPersonaList(tx: Db, agent: AgentKey): Promise<void> {
  await tx.selectFrom('agents').select('agent_key').where('agent_key', '=', agent.key).forNoKeyUpdate().execute()
}

export async function countPersonas(db: Db, agent: AgentKey): Promise<number> {
  const row = await db
    .selectFrom('personas')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('agent_key', '=', agent.key)
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

export async function deletePersona(tx: Db, agent: AgentKey, id: string): Promise<void> {
  await tx.deleteFrom('personas').where('agent_key', '=', agent.key).where('id', '=', id).execute()
}

function toPersona(row: Selectable<Tables['personas']>): Persona {
  return {
    id: row.id,
    name: row.name,
    channel: row.channel as EmulatedChannel,
    preset: row.preset as Preset,
    asid: row.asid,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
