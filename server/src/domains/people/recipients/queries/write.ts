import type { ParameterValues } from '../../../../platform/db/statement.ts'
import type { Person } from '../../person/person.ts'
import { columnDeclarations, columnNames, toColumns } from '../../person/queries/columns.ts'
import { type SearchKeyList, subtractSearchKeys, toSearchKeyList } from '../../person/queries/search-keys.ts'
import type { Newcomer } from '../recipients.ts'

/** A write that depends on a send: unless that send is in `added`, nothing is written. */
type WriteCondition = { agentKey: number; because: string }
export type NewcomerInsert = WriteCondition & Omit<Newcomer, 'person'> & { person: Omit<Person, 'key'> }
export type RecipientUpdate = WriteCondition & { before: Person; after: Person }

const newcomerColumns = ['id', 'created_at', ...columnNames]
const updatedColumns = columnNames.join(', ')

/**
 * SQL fragment that writes people, for a statement with `added (agent_key, id)`: newcomers with their addresses, changes
 * to known people, and search keys added and removed. Fails through `raise_unless` when an address is taken or a person
 * changed since they were read. The agents' STOP lists must already exist.
 */
export const recipientWriteFragment = {
  parameters: { newcomers: 'json', updates: 'json', addedSearchKeys: 'json', removedSearchKeys: 'json' },
  text: `
  made as (
    insert into people (agent_key, id, created_at, ${updatedColumns})
    select n.agent_key, n.id, n.created_at, ${columnNames.map((name) => `n.${name}`).join(', ')}
      from json_to_recordset(:newcomers::json) as n (agent_key bigint, because text, ${columnDeclarations(newcomerColumns)})
      join added on added.agent_key = n.agent_key and added.id = n.because
    returning agent_key, person_key, id, created_at),
  placed as (
    insert into identities (agent_key, asid, channel, address, address_hash, person_key, preferred, created_at)
    select p.agent_key, p.asid, p.channel, p.address,
           sha256(list.salt || convert_to(p.channel || chr(10) || p.address, 'UTF8')), made.person_key, true, made.created_at
      from json_to_recordset(:newcomers::json) as p (agent_key bigint, id text, asid text, channel text, address text)
      join made on made.agent_key = p.agent_key and made.id = p.id
      join stop_lists as list on list.agent_key = p.agent_key
     order by p.agent_key, p.channel, p.address
    returning asid),
  changes as materialized (
    select u.* from json_to_recordset(:updates::json)
        as u (agent_key bigint, because text, read_at timestamptz, person_key bigint, ${columnDeclarations(columnNames)})
      join added on added.agent_key = u.agent_key and added.id = u.because),
  changed as (
    update people as person set ${columnNames.map((name) => `${name} = u.${name}`).join(', ')} from changes as u
     where person.agent_key = u.agent_key and person.person_key = u.person_key and person.updated_at = u.read_at
    returning person.agent_key, person.person_key, person.created_at),
  gained as (
    insert into people_search_keys (agent_key, search_key, created_at, person_key)
    select t.agent_key, t.search_key, coalesce(made.created_at, changed.created_at), coalesce(made.person_key, changed.person_key)
      from json_to_recordset(:addedSearchKeys::json) as t (agent_key bigint, id text, person_key bigint, search_key text)
      left join made on made.agent_key = t.agent_key and made.id = t.id
      left join changed on changed.agent_key = t.agent_key and changed.person_key = t.person_key
     where made.person_key is not null or changed.person_key is not null
     order by t.agent_key, t.search_key collate "C"
        on conflict do nothing),
  lost as (
    delete from people_search_keys as stored
     using json_to_recordset(:removedSearchKeys::json) as t (agent_key bigint, person_key bigint, search_key text), changed
     where changed.agent_key = t.agent_key and changed.person_key = t.person_key and stored.agent_key = t.agent_key
       and stored.search_key = t.search_key collate "C" and stored.created_at = changed.created_at and stored.person_key = t.person_key),
  entered as (
    select raise_unless((select count(*) from placed) = (select count(*) from made)),
           raise_unless((select count(*) from changed) = (select count(*) from changes)))`,
} as const

export function recipientWriteValues(
  newcomers: readonly NewcomerInsert[],
  updates: readonly RecipientUpdate[],
): ParameterValues<typeof recipientWriteFragment.parameters> {
  const rows = newcomers.map(({ agentKey, because, person, asid, channel, address }) => {
    const columns = toColumns({ ...person, channels: [channel], key: 0 })
    return { ...columns, agent_key: agentKey, because, asid, channel, address }
  })
  const changes = updates.map(({ agentKey, because, before, after }) => {
    return { ...toColumns(after), agent_key: agentKey, because, read_at: before.updatedAt }
  })
  const gained = [
    ...newcomers.map(({ agentKey, person }) => ({ agentKey, list: toSearchKeyList({ ...person, key: 0 }) })),
    ...updates.map(({ agentKey, ...moved }) => ({ agentKey, list: addedKeysOf(moved) })),
  ]
  const lost = updates.map(({ agentKey, before, after }) => {
    return { agentKey, list: subtractSearchKeys(toSearchKeyList(before), toSearchKeyList(after)) }
  })
  return {
    newcomers: JSON.stringify(rows),
    updates: JSON.stringify(changes),
    addedSearchKeys: JSON.stringify(gained.flatMap(searchKeyRows)),
    removedSearchKeys: JSON.stringify(lost.flatMap(searchKeyRows)),
  }
}

const addedKeysOf = ({ before, after }: Pick<RecipientUpdate, 'before' | 'after'>): SearchKeyList =>
  subtractSearchKeys(toSearchKeyList(after), toSearchKeyList(before))

/** A newcomer has no key yet and is found by id; a known person, by key. */
const searchKeyRows = ({ agentKey, list }: { agentKey: number; list: SearchKeyList }) =>
  list.keys.map((searchKey) => {
    const { key, id } = list.person
    return { agent_key: agentKey, search_key: searchKey, ...(key === 0 ? { id } : { person_key: key }) }
  })
