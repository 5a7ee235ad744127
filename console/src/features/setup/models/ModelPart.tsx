import { Alert, Fieldset, Group, MultiSelect, Select, Stack, TextInput } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { IconInfoCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { strings } from '#i18n/models.ts'
import { useOrg } from '../../../app/current-org.ts'
import type { Editor } from '../../../components/editor/useEditor.ts'
import { SectionFrame } from '../../../components/section/SectionFrame.tsx'
import { useAgentSection } from '../../../components/section/useAgentSection.ts'
import { Costs } from './Costs.tsx'

const noSections = () => ({})

/** Which models the agent uses, how much they may cost, and what they cost. */
export function ModelPart() {
  const part = useAgentSection({
    path: '/settings/model',
    toForm: toSettingsForm,
    toBody: toSettingsBody,
    sections: noSections,
  })
  return (
    <SectionFrame part={part} section="model" title={strings.tab} lead={strings.tabLead} below={<Costs />}>
      {part.editor.ready && <Fields editor={part.editor} />}
    </SectionFrame>
  )
}

function Fields({ editor: { form } }: { editor: Editor<SettingsForm> }) {
  const org = useOrg()
  const { data } = useQuery({
    queryKey: org.key('models'),
    queryFn: ({ signal }) => org.api.get('/models', { signal }),
  })
  const models = data?.data ?? []
  const options = models.map(({ id, name }) => ({ value: id, label: name && name !== id ? `${name} (${id})` : id }))
  const choice = (path: keyof SettingsForm) => ({ data: options, clearable: true, ...form.getInputProps(path) })
  const { modelId, per } = form.values
  const answering = models.find(({ id }) => id === (modelId ?? 'default'))
  const isEmbedded = data !== undefined && (answering?.provider ?? 'embedded') === 'embedded'
  return (
    <Stack maw={640}>
      <Alert
        color={isEmbedded ? 'blue' : 'gray'}
        icon={<IconInfoCircle aria-hidden />}
        title={strings.answers(answering)}
      >
        {isEmbedded ? strings.embeddedText : strings.answersText}
      </Alert>
      <Select label={strings.main} description={strings.mainHelp} {...choice('modelId')} />
      <MultiSelect
        label={strings.fallbacks}
        description={strings.fallbacksHelp}
        maxValues={3}
        {...choice('fallbackModelIds')}
      />
      <Select label={strings.judge} {...choice('judgeModelId')} />
      <Select label={strings.author} {...choice('authoringModelId')} />
      <Fieldset legend={strings.budget}>
        <Stack>
          <Select
            label={strings.budgetPer}
            data={strings.periods}
            clearable
            placeholder={strings.noBudget}
            {...form.getInputProps('per')}
          />
          {per && (
            <>
              <Group grow align="flex-start">
                <TextInput label={strings.amount} inputMode="decimal" {...form.getInputProps('amount')} />
                <TextInput label={strings.currency} maxLength={3} {...form.getInputProps('currency')} />
              </Group>
              <Select
                label={strings.whenSpent}
                data={strings.whenSpentWays}
                allowDeselect={false}
                {...form.getInputProps('whenSpent')}
              />
            </>
          )}
        </Stack>
      </Fieldset>
    </Stack>
  )
}

type Budget = NonNullable<Schema<'ModelSettings'>['budget']>

type SettingsForm = {
  modelId: string | null
  fallbackModelIds: string[]
  judgeModelId: string | null
  authoringModelId: string | null
  /** Null: no budget. */
  per: Budget['per'] | null
  amount: string
  currency: string
  whenSpent: Budget['whenSpent']
}

const toSettingsForm = (settings: Schema<'ModelSettings'>): SettingsForm => ({
  modelId: settings.modelId ?? null,
  fallbackModelIds: settings.fallbackModelIds ?? [],
  judgeModelId: settings.judgeModelId ?? null,
  authoringModelId: settings.authoringModelId ?? null,
  per: settings.budget?.per ?? null,
  amount: settings.budget ? String(settings.budget.amount) : '',
  currency: settings.budget?.currency ?? 'USD',
  whenSpent: settings.budget?.whenSpent ?? 'warn',
})

function toSettingsBody(form: SettingsForm): Schema<'ModelSettings'> {
  const { modelId, fallbackModelIds, judgeModelId, authoringModelId, per, amount, currency, whenSpent } = form
  return {
    ...(modelId && { modelId }),
    ...(fallbackModelIds.length > 0 && { fallbackModelIds }),
    ...(judgeModelId && { judgeModelId }),
    ...(authoringModelId && { authoringModelId }),
    ...(per && { budget: { amount: Number(amount), currency, per, whenSpent } }),
  }
}
