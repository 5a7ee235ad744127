import { Gauge, type Registry } from 'prom-client'
import type { SlotState } from './fairness/slots.ts'

type SlotGauge = { name: string; help: string; states: Record<string, (state: SlotState) => number> }

/** No label names an org: there may be any number of them. */
const slotGauges: SlotGauge[] = [
  {
    name: 'parley_database_slots',
    help: 'Database connections lent to requests and work, and calls that wait for one',
    states: { used: ({ used }) => used, waiting: ({ waiting }) => waiting },
  },
  {
    name: 'parley_database_slot_orgs',
    help: 'How many orgs hold database connections, and how many wait for one',
    states: { using: ({ orgsUsing }) => orgsUsing, waiting: ({ orgsWaiting }) => orgsWaiting },
  },
]

const singleSlotGauges: Record<string, [help: string, read: (state: SlotState) => number]> = {
  parley_database_slots_busiest_org: ['Connections of the org that holds the most', ({ busiestOrg }) => busiestOrg],
  parley_database_slot_wait_seconds: [
    'How long the call waits that waits longest',
    (state) => state.longestWaitSeconds,
  ],
  parley_database_slot_refusals: ['Calls that got no connection in time, since the start', ({ refusals }) => refusals],
}

/** Creates the gauges of the slots, and returns the function that sets them. */
export function createSlotGauges(registry: Registry): (state: SlotState) => void {
  const registers = [registry]
  const labeled = slotGauges.map(({ states, ...options }) => {
    const gauge = new Gauge({ ...options, registers, labelNames: ['state'] as const })
    return (slots: SlotState) => {
      for (const [state, value] of Object.entries(states)) gauge.labels(state).set(value(slots))
    }
  })
  const plain = Object.entries(singleSlotGauges).map(([name, [help, value]]) => {
    const gauge = new Gauge({ name, help, registers })
    return (slots: SlotState) => gauge.set(value(slots))
  })
  return (slots) => {
    for (const set of [...labeled, ...plain]) set(slots)
  }
}
