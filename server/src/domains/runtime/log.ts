import type { AgentLogRecord, WriteLog } from '../conversations/index.ts'
import type { TurnContext } from './turn/turn.ts'

/** A turn as the agent's log tells it. */
export function logTurn(writeLog: WriteLog, { input, turnRecord }: TurnContext, turnId: string): void {
  const { agent, asid, sessionId, channel } = input
  const write = (event: AgentLogRecord['event'], data: object, level: AgentLogRecord['level'] = 'info') =>
    writeLog(agent, { level, event, asid, sessionId, channel, data: { turnId, ...data } })
  for (const { error, ...call } of turnRecord.modelCalls) {
    if (error) write('llm.error', { ...call, error }, 'warn')
    else write('llm.call', call, 'debug')
  }
  for (const { name: tool, ok, called, milliseconds } of turnRecord.toolCalls) {
    if (!called) write('tool.refused', { tool }, 'warn')
    else write(ok ? 'tool.call' : 'tool.error', { tool, ok, milliseconds }, ok ? 'info' : 'warn')
  }
  if (turnRecord.knowledge.length > 0) write('knowledge.searched', { hits: turnRecord.knowledge.length }, 'debug')
  for (const { ruleId, action } of turnRecord.ruleHits) write('rule.hit', { ruleId, action }, 'warn')
  for (const outcome of turnRecord.outcomes) write('flow.ended', { playbookId: turnRecord.flow?.playbookId, outcome })
  for (const goalId of turnRecord.goalsReached) write('goal.reached', { goalId })
  const { playbookId: from, nextPlaybookId: playbookId } = turnRecord
  if (playbookId !== undefined && playbookId !== from) write('playbook.entered', { playbookId, from })
  const { milliseconds, messages, warnings } = turnRecord
  const level = warnings.length > 0 ? 'warn' : 'info'
  write(
    'framework.completed',
    { milliseconds, messages: messages.length, ...(warnings.length > 0 && { warnings }) },
    level,
  )
}
