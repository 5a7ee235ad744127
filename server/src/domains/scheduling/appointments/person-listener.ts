import type { PersonListener } from '../../people/index.ts'
import { requeueCalendarEvents } from '../calendars/worker.ts'
import type { ChangeDeps } from '../deps.ts'
import { keepCalls } from './calls.ts'
import { copied } from './copied.ts'
import { appointmentIdsOf, moveAppointments } from './queries.ts'

/** What becomes of appointments when people are joined or erased. The rows of the erased go with the person. */
export function personListener(deps: Pick<ChangeDeps, 'announce' | 'world'>): PersonListener {
  return {
    copied,
    async merged(tx, agent, { from, into }) {
      const moved = await moveAppointments(tx, agent, { from: from.key, into: into.key })
      // The next call of one may come before that of the other.
      if (moved) await keepCalls(tx, agent, { person: into }, deps)
    },
    async erased(tx, agent, person) {
      const ids = await appointmentIdsOf(tx, agent, person.key)
      await requeueCalendarEvents(tx, agent, ids, deps.world.now())
    },
  }
}
