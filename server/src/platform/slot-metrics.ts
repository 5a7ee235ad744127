import { Gauge, type Registry } from 'prom-client'
import type { SlotState } from './fair/slots.ts'

type Shown = { name: string; help: string; states: Record<string, (state: SlotState) => number> }

/** No label names an org: there may be any number of them. */
const shown: Shown[] = [
  {
    name: 'parley_database_slots',
    help: 'Database connections lent to requests and work, and calls that wait for one',
    states: { used: ({ used }) => used, waiting: ({ waiting }) => waiting },
  },
  {
    name: 'parley_database_slot_orgs',
    help: 'How many orgs hold database connections, and how many wait for one',
    states: { using: ({ tenantsUsing }) => tenantsUsing, waiting: ({ tenantsWaiting }) => tenantsWaiting },
  },
]

const single: Record<string, [help: string, read: (state: SlotState) => number]> = {
  parley_database_slots_busiest_org: ['Connections of the org that holds the most', ({ busiest }) => busiest],
  parley_database_slot_wait_seconds: [
    'How long the call waits that waits longest',
    (state) => state.longestWaitSeconds,
  ],
  parley_database_slot_refusals: ['Calls that got no connection in time, since the start', ({ refusals }) => refusals],
}

/** How the connections of the database are shared; read at each scrape. */
export function showSlots(registry: Registry, read: () => SlotState): void {
  const registers = [registry]
  for (const { name, help, states } of shown) {
    new Gauge({
      name,
      help,
      registers,
      labelNames: ['state'] as const,
      collect() {
        for (const [state, value] of Object.entries(states)) this.labels(state).set(value(read()))
      },
    })
  }
  for (const [name, [help, value]] of Object.entries(single)) {
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(value(read()))
      },
    })
  }
}
