import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { Invalid, type Schema } from '@parley/sdk'
import { IconLink, IconPlus } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { strings } from '#i18n/emulator.ts'
import { useAgent, useCan } from '../../../app/current-org.ts'
import { CopyField } from '../../../components/CopyField.tsx'
import { askConfirmation } from '../../../components/confirm.tsx'
import { type DataColumn, DataTable } from '../../../components/DataTable.tsx'
import { Dialog } from '../../../components/Dialog.tsx'
import { groupErrorsByPath } from '../../../components/editor/field-path.ts'
import { FormActions } from '../../../components/FormActions.tsx'
import { notify } from '../../../components/notify.tsx'
import { PageLayout } from '../../../components/PageLayout.tsx'
import { EmptyState, ErrorAlert } from '../../../components/PageStates.tsx'
import { Timestamp } from '../../../components/Timestamp.tsx'
import { useDraftName } from '../../versions/versions-data.ts'
import { EmulatorTabs } from '../EmulatorTabs.tsx'

/** Creates a link and shows it once. */
function NewEmulatorLinkDialog({ close }: { close: () => void }) {
  const agent = useAgent()
  const queries = useQueryClient()
  const form = useForm({ initialValues: { label: '' } })
  const making = useMutation({
    mutationFn: ({ label }: { label: string }) =>
      agent.api.post('/emulator-links', {
        body: { ...(label.trim() && { label: label.trim() }), ...(agent.draft && { draftId: agent.draft.id }) },
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: agent.key('emulator-links') }),
    onError: (error) => error instanceof Invalid && form.setErrors(groupErrorsByPath(error.errors)),
  })
  if (making.data) {
    return (
      <Dialog dirty={false} onClose={close} title={links.createdTitle} size="lg" closeOnClickOutside={false}>
        <Stack>
          <Text size="sm">{links.createdText}</Text>
          <CopyField label={links.address} value={making.data.url} />
          <FormActions>
            <Button onClick={close}>{links.done}</Button>
          </FormActions>
        </Stack>
      </Dialog>
    )
  }
  return (
    <Dialog onClose={close} title={links.createTitle}>
      <form onSubmit={form.onSubmit((values) => making.mutate(values))}>
        <Stack>
          {agent.draft && <Text size="sm">{links.ofDraft(agent.draft.name)}</Text>}
          <TextInput label={links.name} description={links.nameHint} data-autofocus {...form.getInputProps('label')} />
          {making.error && !(making.error instanceof Invalid) && <ErrorAlert error={making.error} />}
          <FormActions>
            <Button variant="default" onClick={close}>
              {links.cancel}
            </Button>
            <Button type="submit" loading={making.isPending}>
              {links.make}
            </Button>
          </FormActions>
        </Stack>
      </form>
    </Dialog>
  )
}

const { links } = strings
type EmulatorLink = Schema<'EmulatorLink'>

/** Links for people without an account: they can only play this agent's personas. */
export function EmulatorLinksPage() {
  const agent = useAgent()
  const mayWrite = useCan('editor')
  const [opened, dialog] = useDisclosure()
  const { data, error, refetch } = useQuery({
    queryKey: agent.key('emulator-links'),
    queryFn: ({ signal }) => agent.api.get('/emulator-links', { signal }),
  })
  const columns = useColumns(mayWrite, data?.data.some(({ draftId }) => draftId != null) ?? false)
  const add = mayWrite && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={dialog.open}>
      {links.create}
    </Button>
  )
  return (
    <PageLayout title={strings.title} lead={links.lead} actions={data?.data.length ? add : undefined}>
      <EmulatorTabs />
      {error && <ErrorAlert error={error} retry={refetch} />}
      {!error && (
        <DataTable
          label={links.label}
          columns={columns}
          rows={data?.data}
          rowId={({ id }) => id}
          empty={<EmptyState icon={IconLink} title={links.empty} text={links.emptyText} action={add} />}
        />
      )}
      {opened && <NewEmulatorLinkDialog close={dialog.close} />}
    </PageLayout>
  )
}

const labelOf = ({ label }: EmulatorLink) => label || links.unnamed

function useColumns(mayWrite: boolean, hasDrafts: boolean): DataColumn<EmulatorLink>[] {
  const draftName = useDraftName(hasDrafts)
  const columns: DataColumn<EmulatorLink>[] = [
    { id: 'label', label: links.columns.label, cell: labelOf },
    {
      id: 'answers',
      label: links.columns.answers,
      wide: true,
      cell: ({ draftId }) => (draftId == null ? links.live : draftName(draftId)),
    },
    { id: 'created', label: links.columns.created, cell: ({ createdAt }) => <Timestamp at={createdAt} /> },
    { id: 'expires', label: links.columns.expires, wide: true, cell: ({ expiresAt }) => <Timestamp at={expiresAt} /> },
  ]
  const actions: DataColumn<EmulatorLink> = {
    id: 'actions',
    label: links.columns.actions,
    align: 'right',
    cell: (link) => <Revoke link={link} />,
  }
  return mayWrite ? [...columns, actions] : columns
}

function Revoke({ link }: { link: EmulatorLink }) {
  const agent = useAgent()
  const queries = useQueryClient()
  const revoking = useMutation({
    mutationFn: () => agent.api.delete('/emulator-links/{linkId}', { path: { linkId: link.id } }),
    onSuccess: () => notify.success(links.revoked),
    onError: notify.error,
    onSettled: () => queries.invalidateQueries({ queryKey: agent.key('emulator-links') }),
  })
  const ask = async () => {
    const { revokeTitle, revokeText: text, revokeWord: ok } = links
    if (await askConfirmation({ title: revokeTitle(labelOf(link)), text, ok, danger: true })) revoking.mutate()
  }
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={revoking.isPending}
      onClick={ask}
      aria-label={links.revoke(labelOf(link))}
    >
      {links.revokeWord}
    </Button>
  )
}
