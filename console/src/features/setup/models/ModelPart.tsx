import { Alert, Fieldset, Group, MultiSelect, Select, Stack, TextInput, Title } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { IconInfoCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { strings } from '#i18n/models.ts'
import { useAgent, useOrg } from '../../../app/current-org.ts'
import { BarChart } from '../../../components/charts.tsx'
import { type DataColumn, DataTable } from '../../../components/DataTable.tsx'
import type { Editor } from '../../../components/editor/useEditor.ts'
import { ErrorAlert } from '../../../components/PageStates.tsx'
import { SectionFrame } from '../../../components/section/SectionFrame.tsx'
import { useAgentSection } from '../../../components/section/useAgentSection.ts'
import { type SettingsForm, toSettingsBody, toSettingsForm } from './settings-form.ts'

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

type CostEntry = Schema<'ModelCosts'>['data'][number]

/** The last 30 days. */
function Costs() {
  const agent = useAgent()
  const { data, error, refetch } = useQuery({
    queryKey: agent.key('model-costs'),
    queryFn: ({ signal }) => agent.api.get('/usage/costs', { query: { groupBy: 'day' }, signal }),
  })
  if (error) return <ErrorAlert error={error} retry={refetch} />
  const columns: DataColumn<CostEntry>[] = [
    { id: 'day', label: strings.day, cell: ({ key }) => key },
    { id: 'calls', label: strings.calls, align: 'right', cell: ({ calls }) => strings.count(calls) },
    {
      id: 'input',
      label: strings.inputTokens,
      align: 'right',
      wide: true,
      cell: (row) => strings.count(row.inputTokens),
    },
    {
      id: 'output',
      label: strings.outputTokens,
      align: 'right',
      wide: true,
      cell: (row) => strings.count(row.outputTokens),
    },
    { id: 'cost', label: strings.cost, align: 'right', cell: ({ cost }) => strings.costOf(cost) },
  ]
  const rows = data?.data ?? []
  return (
    <Stack>
      <Title order={2} size="h3">
        {strings.costs}
      </Title>
      {data?.budget && <Alert color="gray">{strings.spentOf(data.budget)}</Alert>}
      {rows.length > 1 && (
        <BarChart
          label={strings.costs}
          series={[{ name: strings.cost, color: 'var(--mantine-color-blue-6)' }]}
          bars={rows.map((row) => ({
            id: `${row.key} ${row.cost?.currency ?? ''}`,
            label: row.key,
            values: [row.cost?.amount ?? 0],
            tooltip: `${row.key}: ${strings.costOf(row.cost)}`,
          }))}
        />
      )}
      <DataTable
        label={strings.costs}
        columns={columns}
        rows={data && rows}
        rowId={({ key, cost }) => `${key} ${cost?.currency ?? ''}`}
        empty={strings.noCosts}
      />
    </Stack>
  )
}
