import { type UseFormReturnType, useForm } from '@mantine/form'
import { Invalid } from '@parley/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useAgent, useRouteIds } from '../../../app/current-org.ts'
import { errorsByPath } from '../../../components/editor/field-path.ts'
import { useUnsavedGuard } from '../../../components/editor/useUnsavedGuard.tsx'
import type { ChannelFormField, ChannelName } from '../data.ts'
import { blankFormValues, filledValues, type SetupFormValues, toSetupField } from './form-values.ts'

export type BindingRequest =
  | { mode: 'managed'; inputs: SetupFormValues }
  | { mode: 'unmanaged'; provider: string; auth: SetupFormValues }

export function useSetupForm(
  fields: readonly ChannelFormField[],
  known?: Readonly<SetupFormValues>,
): UseFormReturnType<SetupFormValues> {
  return useForm<SetupFormValues>({ mode: 'controlled', initialValues: blankFormValues(fields, known) })
}

export function useBindChannel(channel: string, form: UseFormReturnType<SetupFormValues>) {
  const agent = useAgent()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const params = useRouteIds()
  const binding = useMutation({
    mutationFn: (sent: BindingRequest) =>
      agent.api.post('/channels', { body: { channel: channel as ChannelName, ...sent } }),
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: agent.key('channels') })
      await navigate({
        to: '/orgs/$org/agents/$agent/channels/$bindingId',
        params: { ...params, bindingId: id },
        ignoreBlocker: true,
      })
    },
    onError: (error) => error instanceof Invalid && form.setErrors(errorsByPath(error.errors, toSetupField)),
  })
  useUnsavedGuard(form.isDirty())
  return {
    bind: (sent: (values: SetupFormValues) => BindingRequest) => binding.mutate(sent(filledValues(form.getValues()))),
    binding: binding.isPending,
    error: binding.error,
  }
}
