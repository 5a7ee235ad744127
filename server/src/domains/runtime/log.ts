import type { LogEntry, WriteLog } from '../conversations/index.ts'
import type { Turn } from './turn/turn.ts'

/** A turn as the agent's log tells it. */
export function logTurn(writeLog: WriteLog, { scene, ledger }: Turn, turnId: string): void {
  const { agent, asid, sessionId, channel } = scene
  const write = (event: LogEntry['event'], data: object, level: LogEntry['level'] = 'info') =>
    writeLog(agent, { level, event, asid, sessionId, channel, data: { turnId, ...data } })
  for (const { error, ...call } of ledger.modelCalls) {
    if (error) write('llm.error', { ...call, error }, 'warn')
    else write('llm.call', call, 'debug')
  }
  for (const { name: tool, ok, called, milliseconds } of ledger.toolCalls) {
    if (!called) write('tool.refused', { tool }, 'warn')
    else write(ok ? 'tool.call' : 'tool.error', { tool, ok, milliseconds }, ok ? 'info' : 'warn')
  }
  if (ledger.knowledge.length > 0) write('knowledge.searched', { hits: ledger.knowledge.length }, 'debug')
  for (const { ruleId, action } of ledger.ruleHits) write('rule.hit', { ruleId, action }, 'warn')
  for (const outcome of ledger.outcomes) write('flow.ended', { playbookId: ledger.flow?.playbookId, outcome })
  for (const goalId of ledger.goalsReached) write('goal.reached', { goalId })
  const { playbookId: from, nextPlaybookId: playbookId } = ledger
  if (playbookId !== undefined && playbookId !== from) write('playbook.entered', { playbookId, from })
  const { milliseconds, messages, warnings } = ledger
  const level = warnings.length > 0 ? 'warn' : 'info'
  write(
    'framework.completed',
    { milliseconds, messages: messages.length, ...(warnings.length > 0 && { warnings }) },
    level,
  )
}
