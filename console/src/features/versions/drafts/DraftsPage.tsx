import { Badge, Button, Group, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { Invalid } from '@parley/sdk'
import { IconGitBranch, IconPlus } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { strings } from '#i18n/versions.ts'
import { useAgent, useCan, useRouteIds } from '../../../app/current-org.ts'
import { askConfirmation } from '../../../components/confirm.tsx'
import { type DataColumn, DataTable } from '../../../components/DataTable.tsx'
import { Dialog } from '../../../components/Dialog.tsx'
import { groupErrorsByPath } from '../../../components/editor/field-path.ts'
import { FormActions } from '../../../components/FormActions.tsx'
import { ButtonLink } from '../../../components/links.tsx'
import { notify } from '../../../components/notify.tsx'
import { EmptyState, ErrorAlert } from '../../../components/PageStates.tsx'
import { Timestamp } from '../../../components/Timestamp.tsx'
import { VersionsFrame } from '../VersionsFrame.tsx'
import { type Draft, useDrafts, useInvalidateVersions } from '../versions-data.ts'
import { NewDraftDialog } from './NewDraftDialog.tsx'

const { drafts: texts } = strings
const reviewPath = '/orgs/$org/agents/$agent/versions/drafts/$draftId'

export function DraftsPage() {
  const agent = useAgent()
  const params = useRouteIds()
  const navigate = useNavigate()
  const canWrite = useCan('editor')
  const [creates, { open, close }] = useDisclosure()
  const { data, error, refetch } = useDrafts(agent.id)
  const columns = useColumns(canWrite)
  const add = canWrite && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={open}>
      {strings.switch.create}
    </Button>
  )
  const openEditor = ({ id }: Draft) =>
    navigate({ to: '/orgs/$org/agents/$agent/edit/identity', params, search: { draft: id } })
  return (
    <VersionsFrame actions={data?.length ? add : undefined}>
      {error && <ErrorAlert error={error} retry={refetch} />}
      {!error && (
        <DataTable
          label={texts.label}
          columns={columns}
          rows={data}
          rowId={({ id }) => id}
          linkOf={({ id }) => ({ to: reviewPath, params: { ...params, draftId: id }, search: { draft: id } })}
          empty={<EmptyState icon={IconGitBranch} title={texts.empty} text={texts.emptyText} action={add} />}
        />
      )}
      {creates && <NewDraftDialog agent={agent.id} close={close} made={openEditor} />}
    </VersionsFrame>
  )
}

function useColumns(canWrite: boolean): DataColumn<Draft>[] {
  const { columns: labels } = texts
  const columns: DataColumn<Draft>[] = [
    {
      id: 'name',
      label: labels.name,
      cell: ({ name }) => name,
      detail: ({ canary }) =>
        canary && (
          <Badge variant="default" tt="none">
            {texts.canary(canary.percent)}
          </Badge>
        ),
    },
    { id: 'changes', label: labels.changes, cell: ({ changes }) => strings.number(changes) },
    { id: 'base', label: labels.base, wide: true, cell: ({ baseVersion }) => texts.version(baseVersion) },
    { id: 'by', label: labels.by, wide: true, cell: ({ by }) => by.name ?? by.id },
    { id: 'updated', label: labels.updated, wide: true, cell: ({ updatedAt }) => <Timestamp at={updatedAt} /> },
  ]
  const actions: DataColumn<Draft> = {
    id: 'actions',
    label: labels.actions,
    align: 'right',
    cell: (draft) => <DraftActions draft={draft} />,
  }
  return canWrite ? [...columns, actions] : columns
}

function DraftActions({ draft }: { draft: Draft }) {
  const params = useRouteIds()
  const [renames, setRenames] = useState(false)
  const button = { size: 'compact-sm', variant: 'default' } as const
  return (
    <Group gap={6} justify="flex-end">
      <ButtonLink
        {...button}
        to="/orgs/$org/agents/$agent/edit/identity"
        params={params}
        search={{ draft: draft.id }}
        aria-label={texts.openNamed(draft.name)}
      >
        {texts.open}
      </ButtonLink>
      <Button {...button} aria-label={texts.renameNamed(draft.name)} onClick={() => setRenames(true)}>
        {texts.rename}
      </Button>
      <DeleteDraft draft={draft} />
      {renames && <RenameDialog draft={draft} close={() => setRenames(false)} />}
    </Group>
  )
}

function DeleteDraft({ draft: { id: draftId, name } }: { draft: Draft }) {
  const agent = useAgent()
  const params = useRouteIds()
  const navigate = useNavigate()
  const changed = useInvalidateVersions()
  const remove = useMutation({
    mutationFn: () => agent.api.delete('/drafts/{draftId}', { path: { draftId } }),
    onSuccess: async () => {
      if (agent.draft?.id === draftId)
        await navigate({ to: '/orgs/$org/agents/$agent/versions', params, search: { draft: undefined } })
      await changed()
      notify.success(texts.removed)
    },
    onError: notify.error,
  })
  const ask = async () => {
    const question = { title: texts.removeTitle(name), text: texts.removeText, ok: texts.remove, danger: true }
    if (await askConfirmation(question)) remove.mutate()
  }
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={texts.removeNamed(name)}
      loading={remove.isPending}
      onClick={() => void ask()}
    >
      {texts.remove}
    </Button>
  )
}

function RenameDialog({ draft, close }: { draft: Draft; close: () => void }) {
  const agent = useAgent()
  const changed = useInvalidateVersions()
  const form = useForm({ initialValues: { name: draft.name } })
  const save = useMutation({
    mutationFn: ({ name }: { name: string }) =>
      agent.api.patch('/drafts/{draftId}', { path: { draftId: draft.id }, body: { name: name.trim() } }),
    onSuccess: async () => {
      await changed()
      close()
    },
    onError: (error) => error instanceof Invalid && form.setErrors(groupErrorsByPath(error.errors)),
  })
  return (
    <Dialog onClose={close} title={texts.renameTitle}>
      <form onSubmit={form.onSubmit((values) => save.mutate(values))}>
        <TextInput label={strings.create.name} required data-autofocus {...form.getInputProps('name')} />
        {save.error && !(save.error instanceof Invalid) && <ErrorAlert error={save.error} />}
        <FormActions>
          <Button variant="default" onClick={close}>
            {strings.cancel}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {texts.ok}
          </Button>
        </FormActions>
      </form>
    </Dialog>
  )
}
