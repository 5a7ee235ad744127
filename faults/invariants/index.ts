import { campaignInvariants } from './campaigns.ts'
import { conversationInvariants } from './conversations.ts'
import type { Evidence, Invariant, Violation } from './invariant.ts'
import { platformInvariants } from './platform.ts'
import { agentInvariants, peopleInvariants, schedulingInvariants } from './records.ts'
import { sendInvariants } from './sends.ts'
import { webhookInvariants } from './webhooks.ts'

export const invariants: readonly Invariant[] = [
  ...sendInvariants,
  ...campaignInvariants,
  ...conversationInvariants,
  ...agentInvariants,
  ...peopleInvariants,
  ...schedulingInvariants,
  ...webhookInvariants,
  ...platformInvariants,
]

/** Everything that is not as it must be. */
export async function violationsIn(evidence: Evidence): Promise<Violation[]> {
  const found: Violation[] = []
  for (const { name, means, check } of invariants) {
    const says = await check(evidence)
    found.push(...says.map((one) => ({ invariant: `${name} ${means}`, says: one })))
  }
  return found
}
