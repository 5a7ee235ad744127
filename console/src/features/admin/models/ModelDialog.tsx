import { Button, Fieldset, Group, PasswordInput, Select, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Schema } from '@parley/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { strings as admin } from '#i18n/admin.ts'
import { strings } from '#i18n/models.ts'
import { useOrg } from '../../../app/current-org.ts'
import { Dialog } from '../../../components/Dialog.tsx'
import { FormActions } from '../../../components/FormActions.tsx'
import { notify } from '../../../components/notify.tsx'
import { ErrorAlert } from '../../../components/PageStates.tsx'
import { useFormRefusal } from '../useFormRefusal.ts'
import type { OrgModel } from './ModelsPage.tsx'

const fields = [
  'id',
  'modelId',
  'name',
  'provider',
  'model',
  'baseUrl',
  'apiKey',
  'temperature',
  'maxOutputTokens',
  'price',
]
const providers = (['openai', 'anthropic', 'google', 'openai-compatible'] as const).map((value) => ({
  value,
  label: strings.providers[value],
}))

/** Creates a model, or edits one; the stored key is never shown. */
export function ModelDialog({ model, close }: { model: OrgModel | undefined; close: () => void }) {
  const saving = useSaveModel(model, close)
  const form = useForm<ModelForm>({ initialValues: toModelForm(model) })
  const refused = useFormRefusal(saving.error, fields)
  const field = (name: keyof ModelForm) => ({ ...form.getInputProps(name), error: refused.fields[name] })
  return (
    <Dialog onClose={close} size="lg" title={model ? strings.editTitle(model.name ?? model.id) : strings.addTitle}>
      <form noValidate onSubmit={form.onSubmit((values) => saving.mutate(values))}>
        <Stack>
          {refused.other && <ErrorAlert error={refused.other} />}
          {!model && (
            <TextInput
              label={strings.id}
              description={strings.idHelp}
              required
              data-autofocus
              {...field('id')}
              error={refused.fields.modelId}
            />
          )}
          <TextInput label={strings.name} {...field('name')} />
          <Select label={strings.provider} data={providers} allowDeselect={false} {...field('provider')} />
          <TextInput label={strings.model} description={strings.modelHelp} required {...field('model')} />
          <TextInput
            label={strings.baseUrl}
            description={strings.baseUrlHelp}
            required={form.values.provider === 'openai-compatible'}
            {...field('baseUrl')}
          />
          <PasswordInput
            label={strings.key}
            description={model?.hasApiKey ? strings.keyKept : strings.keyHelp}
            autoComplete="off"
            {...field('apiKey')}
          />
          <Group grow align="flex-start">
            <TextInput label={strings.temperature} inputMode="decimal" {...field('temperature')} />
            <TextInput label={strings.maxOutputTokens} inputMode="numeric" {...field('maxOutputTokens')} />
          </Group>
          <Fieldset legend={strings.pricePerMillion}>
            <Group grow align="flex-start">
              <TextInput
                label={strings.inputPrice}
                inputMode="decimal"
                {...field('inputPrice')}
                error={refused.fields.price}
              />
              <TextInput label={strings.outputPrice} inputMode="decimal" {...field('outputPrice')} />
              <TextInput label={strings.currency} maxLength={3} {...field('currency')} />
            </Group>
          </Fieldset>
          <FormActions>
            <Button variant="default" onClick={close}>
              {admin.cancel}
            </Button>
            <Button type="submit" loading={saving.isPending}>
              {model ? admin.save : strings.add}
            </Button>
          </FormActions>
        </Stack>
      </form>
    </Dialog>
  )
}

function useSaveModel(model: OrgModel | undefined, close: () => void) {
  const org = useOrg()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (form: ModelForm) =>
      org.api.put('/models/{modelId}', { path: { modelId: model?.id ?? form.id }, body: toModelBody(form) }),
    onSuccess: async () => {
      notify.success(admin.saved)
      close()
      await queries.invalidateQueries({ queryKey: org.key('models') })
    },
  })
}

type ModelForm = {
  id: string
  name: string
  provider: Schema<'OrgModel'>['provider']
  model: string
  baseUrl: string
  apiKey: string
  temperature: string
  maxOutputTokens: string
  inputPrice: string
  outputPrice: string
  currency: string
}

const textOf = (value: string | number | undefined): string => (value === undefined ? '' : String(value))

const toModelForm = (model: Schema<'OrgModel'> | undefined): ModelForm => ({
  id: model?.id ?? '',
  name: textOf(model?.name),
  provider: model?.provider ?? 'openai',
  model: textOf(model?.model),
  baseUrl: textOf(model?.baseUrl),
  apiKey: '',
  temperature: textOf(model?.temperature),
  maxOutputTokens: textOf(model?.maxOutputTokens),
  inputPrice: textOf(model?.price?.inputPerMillion),
  outputPrice: textOf(model?.price?.outputPerMillion),
  currency: model?.price?.currency ?? 'USD',
})

/** Leaves out what is empty: an empty key keeps the stored one. The API refuses what is not a number. */
function toModelBody(form: ModelForm): Schema<'OrgModelPut'> {
  const { provider, model, name, baseUrl, apiKey, temperature, maxOutputTokens, currency } = form
  const hasPrice = form.inputPrice.trim() !== '' || form.outputPrice.trim() !== ''
  const price = { inputPerMillion: Number(form.inputPrice), outputPerMillion: Number(form.outputPrice), currency }
  return {
    provider,
    model,
    ...(name.trim() && { name }),
    ...(baseUrl.trim() && { baseUrl: baseUrl.trim() }),
    ...(apiKey && { apiKey }),
    ...(temperature.trim() && { temperature: Number(temperature) }),
    ...(maxOutputTokens.trim() && { maxOutputTokens: Number(maxOutputTokens) }),
    ...(hasPrice && { price }),
  }
}
