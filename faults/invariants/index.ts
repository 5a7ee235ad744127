import { campaignInvariants } from './campaigns.ts'
import { conversationInvariants } from './conversations.ts'
import type { Evidence, Invariant, InvariantViolation } from './invariant.ts'
import { outreachInvariants } from './outreach.ts'
import { platformInvariants } from './platform.ts'
import { agentInvariants, peopleInvariants, schedulingInvariants } from './records.ts'
import { sendInvariants } from './sends.ts'
import { toolInvariants } from './tools.ts'
import { webhookInvariants } from './webhooks.ts'

export const invariants: readonly Invariant[] = [
  ...sendInvariants,
  ...campaignInvariants,
  ...outreachInvariants,
  ...conversationInvariants,
  ...agentInvariants,
  ...peopleInvariants,
  ...schedulingInvariants,
  ...webhookInvariants,
  ...toolInvariants,
  ...platformInvariants,
]

export async function findInvariantViolations(evidence: Evidence): Promise<InvariantViolation[]> {
  const violations: InvariantViolation[] = []
  for (const { name, statement, check } of invariants) {
    const messages = await check(evidence)
    violations.push(...messages.map((message) => ({ invariant: `${name} ${statement}`, message })))
  }
  return violations
}
