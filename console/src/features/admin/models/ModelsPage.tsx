import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { IconBrain, IconInfoCircle, IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { strings as admin } from '#i18n/admin.ts'
import { strings } from '#i18n/models.ts'
import { useCan, useOrg } from '../../../app/current-org.ts'
import { askConfirmation } from '../../../components/confirm.tsx'
import { type DataColumn, DataTable } from '../../../components/DataTable.tsx'
import { notify } from '../../../components/notify.tsx'
import { EmptyState, ErrorAlert } from '../../../components/PageStates.tsx'
import { SettingsFrame } from '../SettingsFrame.tsx'
import { ModelDialog } from './ModelDialog.tsx'

export type OrgModel = Schema<'OrgModel'>

export const isBuiltIn = ({ id }: OrgModel): boolean => id === 'embedded' || id === 'default'

/** The models that the agents of the org can use. */
export function ModelsPage() {
  const [edited, setEdited] = useState<OrgModel | 'new'>()
  const isAdmin = useCan('admin')
  const add = isAdmin && (
    <Button size="sm" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEdited('new')}>
      {strings.add}
    </Button>
  )
  return (
    <SettingsFrame lead={strings.lead} actions={add}>
      <Title order={2} size="h3">
        {strings.title}
      </Title>
      <ModelTable edit={setEdited} isAdmin={isAdmin} />
      {edited && <ModelDialog model={edited === 'new' ? undefined : edited} close={() => setEdited(undefined)} />}
    </SettingsFrame>
  )
}

type TableProps = { edit: (model: OrgModel) => void; isAdmin: boolean }

function ModelTable({ edit, isAdmin }: TableProps) {
  const org = useOrg()
  const { data, error, refetch } = useQuery({
    queryKey: org.key('models'),
    queryFn: ({ signal }) => org.api.get('/models', { signal }),
  })
  if (error) return <ErrorAlert error={error} retry={refetch} />
  const rows = data?.data
  const columns: DataColumn<OrgModel>[] = [
    { id: 'name', label: strings.name, cell: (model) => <ModelName model={model} /> },
    { id: 'provider', label: strings.provider, wide: true, cell: ({ provider }) => strings.providers[provider] },
    { id: 'key', label: strings.key, wide: true, cell: (model) => strings.keyState(model.hasApiKey) },
    { id: 'price', label: strings.price, wide: true, cell: ({ price }) => strings.priceOf(price) },
    ...(isAdmin
      ? [
          {
            id: 'actions',
            label: admin.actions,
            align: 'right' as const,
            cell: (model: OrgModel) => <ModelActions model={model} edit={edit} />,
          },
        ]
      : []),
  ]
  const onlyEmbedded = rows?.length === 1
  return (
    <Stack>
      {onlyEmbedded && (
        <Alert color="blue" icon={<IconInfoCircle aria-hidden />} title={strings.embeddedTitle}>
          {strings.embeddedText}
        </Alert>
      )}
      <DataTable
        label={strings.title}
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        empty={<EmptyState icon={IconBrain} title={strings.title} text={strings.lead} />}
      />
    </Stack>
  )
}

function ModelName({ model: { id, name, model } }: { model: OrgModel }) {
  return (
    <Stack gap={0}>
      <Text size="sm" fw={500}>
        {name ?? id}
      </Text>
      <Text size="xs" ff="monospace" className="quiet">
        {`${id} · ${model}`}
      </Text>
    </Stack>
  )
}

function ModelActions({ model, edit }: { model: OrgModel; edit: (model: OrgModel) => void }) {
  const org = useOrg()
  const queries = useQueryClient()
  const [isTesting, setTesting] = useState(false)
  const name = model.name ?? model.id
  const test = async () => {
    setTesting(true)
    try {
      const result = await org.api.post('/models/{modelId}/_test', { path: { modelId: model.id } })
      if (result.ok) notify.success(strings.answered(name, result.milliseconds))
      else notify.error(new Error(result.detail ?? strings.failed(name)))
    } catch (error) {
      notify.error(error)
    }
    setTesting(false)
  }
  const remove = async () => {
    const { removeText: text, remove: ok } = strings
    if (!(await askConfirmation({ title: strings.removeTitle(name), text, ok, danger: true }))) return
    try {
      await org.api.delete('/models/{modelId}', { path: { modelId: model.id } })
      notify.success(strings.removed(name))
    } catch (error) {
      notify.error(error)
    }
    await queries.invalidateQueries({ queryKey: org.key('models') })
  }
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      <Button size="xs" variant="default" loading={isTesting} onClick={test} aria-label={strings.testOf(name)}>
        {strings.test}
      </Button>
      {!isBuiltIn(model) && (
        <>
          <Button size="xs" variant="default" onClick={() => edit(model)} aria-label={strings.editOf(name)}>
            {strings.edit}
          </Button>
          <Button size="xs" variant="subtle" color="red" onClick={remove} aria-label={strings.removeOf(name)}>
            {strings.remove}
          </Button>
        </>
      )}
    </Group>
  )
}
