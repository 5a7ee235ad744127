import { filterCallsByKind } from '../traffic/acknowledged-calls.ts'
import { lateOutreachId } from '../traffic/undelivered.ts'
import { countBy, type Evidence, type Invariant, readIds } from './invariant.ts'

/** What a campaign's opener says to one person, whatever the variant. */
const variantSuffix = /, [a-z]$/

const deliveredTexts = ({ providerCalls }: Evidence): string[] =>
  providerCalls.flatMap(({ delivered, text }) => (delivered ? [text] : []))

const findRepeats = (texts: readonly string[]): string[] =>
  [...countBy(texts, (text) => text)].flatMap(([text, times]) =>
    times > 1 ? [`"${text}" arrived ${times} times`] : [],
  )

/**
 * Sequences, experiments, and messages that are not delivered in time. A STOP in the middle of a sequence is part of the
 * invariant about every STOP.
 */
export const outreachInvariants: Invariant[] = [
  {
    name: 'I21',
    statement: 'nobody gets a step of a sequence twice',
    check: (evidence) => findRepeats(deliveredTexts(evidence).filter((text) => text.startsWith('Step '))),
  },
  {
    name: 'I21',
    statement: 'an enrollment has each step at most once, and no more steps than its sequence',
    async check({ query }) {
      const rows = await query<{ id: string; steps: string[] }>(
        `select person_id as id, coalesce((select array_agg(step ->> 'stepId') from jsonb_array_elements(steps) as step
                                            where step ->> 'state' = 'sent'), '{}') as steps from sequence_enrollments`,
      )
      return rows
        .filter(({ steps }) => new Set(steps).size < steps.length)
        .map(({ id, steps }) => `the enrollment of ${id} has the steps ${steps.join(', ')}`)
    },
  },
  {
    name: 'I21',
    statement: 'an accepted enrollment is stored and ends',
    async check({ query, acknowledged }) {
      const rows = await query<{ id: string; state: string }>('select person_id as id, state from sequence_enrollments')
      const states = new Map(rows.map(({ id, state }) => [id, state]))
      const merged = new Set(filterCallsByKind(acknowledged, 'merge').map(({ from }) => from))
      return filterCallsByKind(acknowledged, 'enrollment').flatMap(({ personId }) => {
        const state = states.get(personId)
        if (state === undefined && merged.has(personId)) return []
        return state === undefined || state === 'active'
          ? [`the enrollment of ${personId} is ${state ?? 'missing'}`]
          : []
      })
    },
  },
  {
    name: 'I22',
    statement: 'nobody of a holdout gets anything from the campaign',
    async check(evidence) {
      // A merge gives a person of the holdout the sends that were made before for another recipient.
      const sends = await readIds(
        evidence,
        `select s.id || ' of ' || coalesce(s.asid, 'nobody') || ' was made for ' || s.person_id || ' of the holdout' as id
           from campaigns c join campaign_recipients r on r.snapshot = c.snapshot and r.held_out
           join sends s on s.agent_key = c.agent_key and s.campaign_id = c.id and s.person_id = r.person_id
          where not exists (select from campaign_recipients own
                             where own.snapshot = r.snapshot and own.asid = s.asid and not own.held_out)`,
      )
      const texts = new Set(deliveredTexts(evidence).map((text) => text.replace(variantSuffix, '')))
      const held = await readIds(
        evidence,
        `select p.custom_fields ->> 'n' as id from campaigns c
           join campaign_recipients r on r.snapshot = c.snapshot and r.held_out
           join people p on p.agent_key = c.agent_key and p.id = r.person_id`,
      )
      return [
        ...sends,
        ...held.filter((n) => texts.has(`Number ${n}`)).map((n) => `${n} is held out and got a message`),
      ]
    },
  },
  {
    name: 'I22',
    statement: 'nobody gets two messages of a campaign, of one variant or of several',
    check: (evidence) =>
      findRepeats(
        deliveredTexts(evidence)
          .filter((text) => text.startsWith('Number c-'))
          .map((text) => text.replace(variantSuffix, '')),
      ),
  },
  {
    name: 'I23',
    statement: 'whoever was merged into another before their turn gets nothing of an experiment',
    check(evidence) {
      const texts = new Set(deliveredTexts(evidence).map((text) => text.replace(variantSuffix, '')))
      return filterCallsByKind(evidence.acknowledged, 'recipient-merge')
        .filter(({ from }) => texts.has(`Number ${from}`))
        .map(({ from, into }) => `${from} was merged into ${into} and got a message`)
    },
  },
  {
    name: 'I23',
    statement: 'after a merge nobody gets a step of a sequence that either of the two got',
    async check({ query, acknowledged }) {
      const merges = filterCallsByKind(acknowledged, 'enrollment-merge')
      const rows = await query<{ id: string; stepId: string; personId: string }>(
        `select id, step_id as "stepId", person_id as "personId" from sends
          where origin = 'sequence' and state = 'sent' and person_id = any($1)`,
        [merges.map(({ into }) => into)],
      )
      return merges.flatMap(({ into, sends }) => {
        const own = rows.filter(({ personId }) => personId === into)
        const isKnown = (id: string) => sends.some((send) => send.id === id)
        const before = new Set(own.filter(({ id }) => isKnown(id)).map(({ stepId }) => stepId))
        return own
          .filter(({ id, stepId }) => !isKnown(id) && before.has(stepId))
          .map(({ id, stepId }) => `${into} got the step ${stepId} again by ${id}`)
      })
    },
  },
  {
    name: 'I24',
    statement: 'a message that is not delivered in time arrives once on each channel',
    check({ providerCalls }) {
      const late = providerCalls.filter(({ delivered, text }) => delivered && text.startsWith('Late '))
      return findRepeats(late.map(({ provider, text }) => `${text} by ${provider}`))
    },
  },
  {
    name: 'I24',
    statement: 'a message that is not delivered in time does not stay where it is',
    check: (evidence) =>
      readIds(
        evidence,
        `select s.id || ' was sent by rcs, was not delivered, and went by no other channel' as id
           from sends s join messages m on m.agent_key = s.agent_key and m.id = s.message_id
          where s.outreach_id = $1 and m.channel = 'rcs' and m.sent_at is not null and m.delivered_at is null
            and m.read_at is null and m.failed_at is null and m.unresolved_since is null`,
        [lateOutreachId],
      ),
  },
]
