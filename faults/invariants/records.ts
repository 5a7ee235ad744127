import { filterCallsByKind } from '../traffic/acknowledged-calls.ts'
import { type Evidence, type Invariant, readIds } from './invariant.ts'

export const peopleInvariants: Invariant[] = [
  {
    name: 'I1',
    statement: 'a created person exists once, with the last acknowledged change',
    async check({ query, acknowledged }) {
      const rows = await query<{ id: string; name: string; company: string | null }>(
        'select id, full_name as name, company from people',
      )
      const people = new Map(rows.map((row) => [row.id, row]))
      const companies = new Map(
        filterCallsByKind(acknowledged, 'person-update').map(({ personId, company }) => [personId, company]),
      )
      return filterCallsByKind(acknowledged, 'person').flatMap(({ personId, name }) => {
        const person = people.get(personId)
        if (!person) return [`${personId} was created but does not exist`]
        const copies = rows.filter((row) => row.name === name).length
        const company = companies.get(personId)
        return [
          ...(copies > 1 ? [`${personId} was created ${copies} times with one key`] : []),
          ...(company !== undefined && person.company !== company ? [`${personId} lost its last change`] : []),
        ]
      })
    },
  },
  {
    name: 'I13',
    statement: 'every identity belongs to a person of the same agent, who prefers one of their identities',
    check: (evidence) =>
      readIds(
        evidence,
        `select i.asid || ' is held by nobody' as id from identities i
          where i.person_key is not null and not exists (
            select from people p where p.agent_key = i.agent_key and p.person_key = i.person_key)
         union all
         select 'person ' || person_key || ' prefers ' || count(*) filter (where preferred) as id from identities
          where person_key is not null group by agent_key, person_key having count(*) filter (where preferred) <> 1`,
      ),
  },
]

export const schedulingInvariants: Invariant[] = [
  {
    name: 'I1',
    statement: 'a booked appointment exists, and was announced once',
    async check(evidence) {
      const { query, acknowledged } = evidence
      const rows = await query<{ id: string; start: string; announcements: number }>(
        `select a.id, to_char(a.start_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as start,
                (select count(*)::int from outbox o where o.type = 'appointment.booked'
                    and o.data->>'appointmentId' = a.id) as announcements
           from appointments a`,
      )
      const existing = new Map(rows.map((row) => [row.id, row]))
      return filterCallsByKind(acknowledged, 'booking').flatMap(({ appointmentId, startUtc }) => {
        const row = existing.get(appointmentId)
        if (!row) return [`${appointmentId} was booked but does not exist`]
        if (row.start !== startUtc) return [`${appointmentId} starts at another time`]
        return row.announcements === 1 ? [] : [`${appointmentId} was announced ${row.announcements} times`]
      })
    },
  },
  {
    name: 'I5',
    statement: 'nobody is double-booked',
    check: (evidence) =>
      readIds(
        evidence,
        `select a.id || ' and ' || b.id as id from appointments a join appointments b
             on a.agent_key = b.agent_key and a.representative_id = b.representative_id and a.id < b.id
            and a.status <> 'cancelled' and b.status <> 'cancelled' and a.start_at < b.end_at and b.start_at < a.end_at`,
      ),
  },
]

type Playbook = { id: string; isDefault: boolean; outreachId?: string }
type Definition = {
  agent: string
  playbooks: Playbook[] | null
  outreaches: { id: string; openerTemplateId: string; playbookId: string }[] | null
  templates: { id: string }[] | null
}

async function readDefinitions({ query }: Evidence): Promise<Definition[]> {
  return query<Definition>(
    `select a.id as agent, d.playbooks, d.outreaches, d.message_templates as templates
       from definitions d join agents a using (agent_key)`,
  )
}

export const agentInvariants: Invariant[] = [
  {
    name: 'I9',
    statement: 'an agent has exactly one default playbook, and no Outreach owns it',
    async check(evidence) {
      const definitions = await readDefinitions(evidence)
      return definitions.flatMap(({ agent, playbooks }) => {
        const unowned = (playbooks ?? []).filter(({ outreachId }) => outreachId === undefined)
        const defaults = (playbooks ?? []).filter(({ isDefault }) => isDefault)
        const ownedDefaults = defaults.filter(({ outreachId }) => outreachId !== undefined)
        if (unowned.length > 0 && defaults.length !== 1) return [`${agent} has ${defaults.length} default playbooks`]
        return ownedDefaults.map(({ id }) => `the default playbook of ${agent}, ${id}, is owned by an Outreach`)
      })
    },
  },
  {
    name: 'I10',
    statement: 'everything an Outreach refers to exists',
    async check(evidence) {
      const definitions = await readDefinitions(evidence)
      return definitions.flatMap(({ agent, playbooks, outreaches, templates }) =>
        (outreaches ?? []).flatMap(({ id, openerTemplateId, playbookId }) => [
          ...(templates?.some((item) => item.id === openerTemplateId) ? [] : [`${agent}/${id} has no opener`]),
          ...(playbooks?.some((item) => item.id === playbookId) ? [] : [`${agent}/${id} has no playbook`]),
        ]),
      )
    },
  },
  {
    name: 'I1',
    statement: 'the playbooks match the last acknowledged write',
    async check(evidence) {
      const { acknowledged } = evidence
      const created = filterCallsByKind(acknowledged, 'playbook')
      const removedIds = new Set(
        filterCallsByKind(acknowledged, 'playbook-deletion').map(({ playbookId }) => playbookId),
      )
      const existing = (await readDefinitions(evidence)).flatMap(({ playbooks }) => playbooks ?? [])
      const lastDefault = filterCallsByKind(acknowledged, 'default-playbook').at(-1)?.playbookId
      const exists = (id: string) => existing.some((item) => item.id === id)
      return [
        ...created
          .filter(({ playbookId: id }) => !removedIds.has(id) && !exists(id))
          .map((item) => `${item.playbookId} was created but does not exist`),
        ...[...removedIds].filter(exists).map((id) => `${id} was removed but still exists`),
        ...(lastDefault === undefined || existing.some(({ id, isDefault }) => id === lastDefault && isDefault)
          ? []
          : [`${lastDefault} was made the default but is not`]),
      ]
    },
  },
]
