import { ColorInput, Select, Stack, Textarea, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { Invalid } from '@parley/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { strings } from '#i18n/channels.ts'
import { useAgent, useRouteIds } from '../../../app/current-org.ts'
import { groupErrorsByPath } from '../../../components/editor/field-path.ts'
import { useUnsavedGuard } from '../../../components/editor/useUnsavedGuard.tsx'
import { notify } from '../../../components/notify.tsx'
import { PasswordField } from '../../../components/PasswordField.tsx'
import type { ChannelFormField, ChannelName } from '../data.ts'

type Props = { fields: readonly ChannelFormField[]; form: UseFormReturnType<SetupFormValues> }

/** Form fields from the catalog, each rendered by its type. */
export function CatalogFields({ fields, form }: Props) {
  return (
    <Stack>
      {fields.map((field) => (
        <CatalogField key={field.key} field={field} form={form} />
      ))}
    </Stack>
  )
}

function CatalogField({ field, form }: { field: ChannelFormField; form: Props['form'] }) {
  const { key, label, type, required, help, maxLength } = field
  const props = { label, description: help, required, ...form.getInputProps(key) }
  if (type === 'text') return <Textarea {...props} autosize minRows={2} maxLength={maxLength} />
  if (type === 'color') return <ColorInput {...props} format="hex" withEyeDropper={false} />
  if (type === 'select')
    return <Select {...props} value={props.value || null} data={field.options ?? []} allowDeselect={!required} />
  if (type === 'secret')
    return (
      <PasswordField
        {...props}
        description={[help, strings.setup.secretHelp].filter(Boolean).join(' ')}
        autoComplete="new-password"
        spellCheck={false}
      />
    )
  return <TextInput {...props} maxLength={maxLength} autoComplete="off" inputMode={modes[type]} />
}

const modes: Partial<Record<ChannelFormField['type'], 'url' | 'email' | 'tel'>> = {
  url: 'url',
  email: 'email',
  phone: 'tel',
}

export type SetupFormValues = Record<string, string>

export const createBlankFormValues = (
  fields: readonly ChannelFormField[],
  known: Readonly<SetupFormValues> = {},
): SetupFormValues => Object.fromEntries(fields.map(({ key }) => [key, known[key] ?? '']))

/** Omits empty values. */
export function omitBlankValues(values: Readonly<SetupFormValues>): SetupFormValues {
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => (value.trim() ? [[key, value.trim()]] : [])),
  )
}

/** Maps an API error on `inputs.contactEmail` or `auth.from` to the form. */
export const toSetupField = (field: string): string => field.replace(/^(inputs|auth)\./, '')

/** The server would accept a managed channel without its required inputs, and then wait for them. */
export function findMissingValues(
  fields: readonly Pick<ChannelFormField, 'key' | 'required'>[],
  values: Readonly<SetupFormValues>,
): Record<string, string> {
  const missing = fields.filter(({ key, required }) => required && !values[key]?.trim())
  return Object.fromEntries(missing.map(({ key }) => [key, strings.setup.required]))
}

export type BindingRequest =
  | { mode: 'managed'; inputs: SetupFormValues }
  | { mode: 'unmanaged'; provider: string; auth: SetupFormValues }

export function useSetupForm(
  fields: readonly ChannelFormField[],
  known?: Readonly<SetupFormValues>,
): UseFormReturnType<SetupFormValues> {
  return useForm<SetupFormValues>({
    mode: 'controlled',
    initialValues: createBlankFormValues(fields, known),
    validate: (values) => findMissingValues(fields, values),
  })
}

/** `answersKeywords`: Parley answers STOP, HELP and START on the new channel. */
export function useBindChannel(channel: string, form: UseFormReturnType<SetupFormValues>, answersKeywords: boolean) {
  const agent = useAgent()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const params = useRouteIds()
  const binding = useMutation({
    mutationFn: async (sent: BindingRequest) => {
      const created = await agent.api.post('/channels', { body: { channel: channel as ChannelName, ...sent } })
      if (!answersKeywords) return created
      const path = { bindingId: created.id }
      // The channel exists: if this fails, the switch on its page shows that the answers are off.
      await agent.api
        .patch('/channels/{bindingId}', { path, body: { compliance: { enabled: true } } })
        .catch(notify.error)
      return created
    },
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: agent.key('channels') })
      await navigate({
        to: '/orgs/$org/agents/$agent/channels/$bindingId',
        params: { ...params, bindingId: id },
        ignoreBlocker: true,
      })
    },
    onError: (error) => error instanceof Invalid && form.setErrors(groupErrorsByPath(error.errors, toSetupField)),
  })
  useUnsavedGuard(form.isDirty())
  return {
    bind: (sent: (values: SetupFormValues) => BindingRequest) =>
      binding.mutate(sent(omitBlankValues(form.getValues()))),
    binding: binding.isPending,
    error: binding.error,
  }
}
