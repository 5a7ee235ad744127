import { Button, Checkbox, Group, Input, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { impliedScopes, scopes } from '@parley/definition/vocabulary'
import type { Schema } from '@parley/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { strings } from '#i18n/admin.ts'
import { useOrg } from '../../../app/current-org.ts'
import { Dialog } from '../../../components/Dialog.tsx'
import { FormActions } from '../../../components/FormActions.tsx'
import { notify } from '../../../components/notify.tsx'
import { ErrorAlert } from '../../../components/PageStates.tsx'
import { useFormRefusal } from '../useFormRefusal.ts'
import type { ApiKey } from './KeysPage.tsx'
import { addDay, endOfDay, toDayField } from './key-expiry.ts'

type ApiKeyScope = Schema<'ApiKey'>['scopes'][number]

const defaultScopes: readonly ApiKeyScope[] = ['agents:read', 'people:read', 'knowledge:read', 'messages:read']

/** Scopes implied by the chosen ones: they need no check mark and cannot be removed. */
export function listImpliedScopes(chosen: readonly ApiKeyScope[]): ReadonlySet<ApiKeyScope> {
  return new Set<ApiKeyScope>(['catalogs:read', ...chosen.flatMap((scope) => impliedScopes[scope] ?? [])])
}

const { keys: scopeFieldsTexts } = strings
type ScopeFieldsProps = { value?: ApiKeyScope[]; onChange?: (scopes: ApiKeyScope[]) => void; error?: string }

/** Scopes of the key with their descriptions; implied scopes are already checked. */
function ScopeFields({ value = [], onChange, error }: ScopeFieldsProps) {
  const brought = listImpliedScopes(value)
  const toggle = (scope: ApiKeyScope) =>
    onChange?.(value.includes(scope) ? value.filter((one) => one !== scope) : [...value, scope])
  return (
    <Input.Wrapper
      label={scopeFieldsTexts.scopes}
      description={scopeFieldsTexts.scopesHelp}
      error={error}
      labelElement="div"
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs" mt={6} role="group" aria-label={scopeFieldsTexts.scopes}>
        {scopes.map((scope) => (
          <Checkbox
            key={scope}
            label={strings.scopes[scope].name}
            description={strings.scopes[scope].lets}
            checked={value.includes(scope) || brought.has(scope)}
            disabled={brought.has(scope)}
            onChange={() => toggle(scope)}
          />
        ))}
      </SimpleGrid>
    </Input.Wrapper>
  )
}

const { keys: texts } = strings
type KeyForm = { name: string; description: string; scopes: ApiKeyScope[]; until: string }
type KeyDialogProps = { apiKey?: ApiKey; close: () => void; made: (secret: string) => void }

/** Creates a key, or edits the name and scopes of an existing one. */
export function KeyDialog({ apiKey, close, made }: KeyDialogProps) {
  const saving = useSaveKey({ apiKey, close, made })
  const form = useForm<KeyForm>({
    initialValues: {
      name: apiKey?.name ?? '',
      description: apiKey?.description ?? '',
      scopes: [...(apiKey?.scopes ?? defaultScopes)],
      until: toDayField(apiKey?.expiresAt),
    },
  })
  const refused = useFormRefusal(saving.error, ['name', 'description', 'scopes', 'expiresAt'])
  return (
    <Dialog onClose={close} size="lg" title={apiKey ? texts.editTitle(apiKey.name) : texts.addTitle}>
      <form noValidate onSubmit={form.onSubmit((values) => saving.mutate(values))}>
        <Stack>
          {refused.other && <ErrorAlert error={refused.other} />}
          <TextInput
            label={texts.name}
            description={texts.nameHelp}
            required
            data-autofocus
            {...form.getInputProps('name')}
            error={refused.fields.name}
          />
          <Textarea
            label={texts.description}
            autosize
            {...form.getInputProps('description')}
            error={refused.fields.description}
          />
          <ScopeFields {...form.getInputProps('scopes')} error={refused.fields.scopes} />
          <ExpiryField {...form.getInputProps('until')} error={refused.fields.expiresAt} />
          <FormActions>
            <Button variant="default" onClick={close}>
              {strings.cancel}
            </Button>
            <Button type="submit" loading={saving.isPending}>
              {apiKey ? strings.save : texts.add}
            </Button>
          </FormActions>
        </Stack>
      </form>
    </Dialog>
  )
}

const lifetimes = [30, 90, 365]

function ExpiryField({
  value,
  onChange,
  error,
}: {
  value?: string
  onChange?: (value: string) => void
  error?: string
}) {
  return (
    <Group align="flex-end" gap="xs">
      <TextInput
        type="date"
        label={texts.until}
        description={texts.untilHelp}
        value={value}
        onChange={(event) => onChange?.(event.currentTarget.value)}
        error={error}
        flex="1 1 200px"
      />
      {lifetimes.map((days) => (
        <Button key={days} variant="default" onClick={() => onChange?.(addDay(days, Date.now()))}>
          {texts.inDays(days)}
        </Button>
      ))}
    </Group>
  )
}

function useSaveKey({ apiKey, close, made }: KeyDialogProps) {
  const org = useOrg()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ name, description, scopes, until }: KeyForm) => {
      const about = description.trim()
      if (!apiKey) {
        const expiresAt = endOfDay(until)
        const body = { name, scopes, ...(about && { description: about }), ...(expiresAt && { expiresAt }) }
        return (await org.api.post('/api-keys', { body })).key
      }
      const ends = until !== toDayField(apiKey.expiresAt) && { expiresAt: endOfDay(until) }
      const body = { name, description: about || null, scopes, ...ends }
      await org.api.patch('/api-keys/{keyId}', { path: { keyId: apiKey.id }, body })
      return undefined
    },
    onSuccess: (secret) => {
      void queries.invalidateQueries({ queryKey: org.key('api-keys') })
      if (secret !== undefined) return made(secret)
      notify.success(strings.saved)
      close()
    },
  })
}
