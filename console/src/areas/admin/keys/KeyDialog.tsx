import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { words } from '#words/admin.ts'
import { useOrg } from '../../../app/org.ts'
import { Dialog } from '../../../parts/Dialog.tsx'
import { Trouble } from '../../../parts/Trouble.tsx'
import { tell } from '../../../parts/tell.tsx'
import { useRefusal } from '../refusals.ts'
import { dayOf, endOf, inDays } from './expiry.ts'
import type { ApiKey } from './KeysPage.tsx'
import { ScopeFields } from './ScopeFields.tsx'
import { type Scope, usualScopes } from './scopes.ts'

const { keys: said } = words
type KeyForm = { name: string; description: string; scopes: Scope[]; until: string }
type Given = { apiKey?: ApiKey; close: () => void; made: (secret: string) => void }

/** A new key, or what one is called and lets in. */
export function KeyDialog({ apiKey, close, made }: Given) {
  const saving = useSaving({ apiKey, close, made })
  const form = useForm<KeyForm>({
    initialValues: {
      name: apiKey?.name ?? '',
      description: apiKey?.description ?? '',
      scopes: [...(apiKey?.scopes ?? usualScopes)],
      until: dayOf(apiKey?.expiresAt),
    },
  })
  const refused = useRefusal(saving.error, ['name', 'description', 'scopes', 'expiresAt'])
  return (
    <Dialog onClose={close} size="lg" title={apiKey ? said.editTitle(apiKey.name) : said.addTitle}>
      <form noValidate onSubmit={form.onSubmit((given) => saving.mutate(given))}>
        <Stack>
          {refused.other && <Trouble error={refused.other} />}
          <TextInput
            label={said.name}
            description={said.nameHelp}
            required
            data-autofocus
            {...form.getInputProps('name')}
            error={refused.fields.name}
          />
          <Textarea
            label={said.description}
            autosize
            {...form.getInputProps('description')}
            error={refused.fields.description}
          />
          <ScopeFields {...form.getInputProps('scopes')} error={refused.fields.scopes} />
          <Until {...form.getInputProps('until')} error={refused.fields.expiresAt} />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {words.cancel}
            </Button>
            <Button type="submit" loading={saving.isPending}>
              {apiKey ? words.save : said.add}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

const lives = [30, 90, 365]

function Until({ value, onChange, error }: { value?: string; onChange?: (value: string) => void; error?: string }) {
  return (
    <Group align="flex-end" gap="xs">
      <TextInput
        type="date"
        label={said.until}
        description={said.untilHelp}
        value={value}
        onChange={(event) => onChange?.(event.currentTarget.value)}
        error={error}
        flex="1 1 200px"
      />
      {lives.map((days) => (
        <Button key={days} variant="default" onClick={() => onChange?.(inDays(days, Date.now()))}>
          {said.inDays(days)}
        </Button>
      ))}
    </Group>
  )
}

function useSaving({ apiKey, close, made }: Given) {
  const org = useOrg()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ name, description, scopes, until }: KeyForm) => {
      const about = description.trim()
      if (!apiKey) {
        const expiresAt = endOf(until)
        const body = { name, scopes, ...(about && { description: about }), ...(expiresAt && { expiresAt }) }
        return (await org.api.post('/api-keys', { body })).key
      }
      const ends = until !== dayOf(apiKey.expiresAt) && { expiresAt: endOf(until) }
      const body = { name, description: about || null, scopes, ...ends }
      await org.api.patch('/api-keys/{keyId}', { path: { keyId: apiKey.id }, body })
      return undefined
    },
    onSuccess: (secret) => {
      void queries.invalidateQueries({ queryKey: org.key('api-keys') })
      if (secret !== undefined) return made(secret)
      tell.done(words.saved)
      close()
    },
  })
}
