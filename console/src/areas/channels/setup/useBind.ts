import { type UseFormReturnType, useForm } from '@mantine/form'
import { Invalid } from '@parley/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useAgent, usePlace } from '../../../app/org.ts'
import { errorsByPath } from '../../../parts/editor/field-path.ts'
import { useUnsaved } from '../../../parts/editor/useUnsaved.tsx'
import type { ChannelName, FormField } from '../data.ts'
import { blankValues, fieldOfRefusal, givenValues, type Values } from './form-values.ts'

export type Sent = { mode: 'managed'; inputs: Values } | { mode: 'unmanaged'; provider: string; auth: Values }

export function useValues(fields: readonly FormField[], known?: Readonly<Values>): UseFormReturnType<Values> {
  return useForm<Values>({ mode: 'controlled', initialValues: blankValues(fields, known) })
}

/** Binds the channel, and leads to the binding. */
export function useBind(channel: string, form: UseFormReturnType<Values>) {
  const agent = useAgent()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const params = usePlace()
  const binding = useMutation({
    mutationFn: (sent: Sent) => agent.api.post('/channels', { body: { channel: channel as ChannelName, ...sent } }),
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: agent.key('channels') })
      await navigate({
        to: '/orgs/$org/agents/$agent/channels/$bindingId',
        params: { ...params, bindingId: id },
        ignoreBlocker: true,
      })
    },
    onError: (error) => error instanceof Invalid && form.setErrors(errorsByPath(error.errors, fieldOfRefusal)),
  })
  useUnsaved(form.isDirty())
  return {
    bind: (sent: (values: Values) => Sent) => binding.mutate(sent(givenValues(form.getValues()))),
    binding: binding.isPending,
    error: binding.error,
  }
}
