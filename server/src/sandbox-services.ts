import type { AppContext } from './app-context.ts'
import { reminders } from './domains/runtime/index.ts'
import type { ClockSource } from './platform/sandbox-clock.ts'
import type { Services } from './services.ts'

type ClockedServices = Pick<Services, 'conversations' | 'desk' | 'runtime' | 'outreach'>

/** Everything that waits for time in a sandbox conversation. A domain with new waiting things adds its source here. */
export function listClockSources(
  { context, agents }: { context: AppContext } & Pick<Services, 'agents'>,
  { conversations, desk, runtime, outreach }: ClockedServices,
): ClockSource[] {
  const { database, world } = context
  const sandboxReminders = reminders.createSandboxSource({
    db: database.db,
    world,
    definitions: agents.definitions,
    capture: conversations.sandbox.capture,
    recordInitiation: runtime.recordInitiation,
  })
  return [desk.clockSource, ...conversations.clockSources, sandboxReminders, outreach.clockSource]
}
