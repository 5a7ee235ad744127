import { Invalid, type Schema } from '@parley/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useAgent } from '../../../app/current-org.ts'
import { errorsByPath } from '../../../components/editor/field-path.ts'
import { type SendRequestForm, toSendBody } from './send-request-form.ts'

export type SendResult = Schema<'SendResult'>
type SendCall = { ask: SendRequestForm; dryRun?: boolean; again?: string }

/** Sends, or tries to; a refusal stands beside its field as far as one shows it. */
export function useSendOutreach(outreachId: string) {
  const agent = useAgent()
  const queries = useQueryClient()
  const sending = useMutation({
    mutationFn: ({ ask, dryRun, again }: SendCall) =>
      agent.api.post('/outreach/{outreachId}/sends', {
        path: { outreachId },
        body: toSendBody(ask, { dryRun, again }),
      }),
    onSuccess: ({ status, personId }) => {
      if (status === 'skipped') return
      void queries.invalidateQueries({ queryKey: agent.key('sends') })
      void queries.invalidateQueries({ queryKey: agent.key('people', personId) })
      void queries.invalidateQueries({ queryKey: agent.key('person', personId) })
      void queries.invalidateQueries({ queryKey: agent.key('reachability') })
    },
  })
  return { ...sending, errors: sending.error ? errorsOf(sending.error) : {} }
}

function errorsOf(error: Error): Record<string, string> {
  if (!(error instanceof Invalid)) return {}
  const byPath = errorsByPath(error.errors)
  return error.code === 'agent.outreach.invalid_address' ? { number: error.message, ...byPath } : byPath
}
