import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { Invalid } from '@parley/sdk'
import { IconBook2, IconDownload, IconPlus } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { linkOptions, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { strings as app } from '#i18n/app.ts'
import { strings } from '#i18n/playbooks.ts'
import { useLint } from '../../../api/lint.ts'
import { useAgent, useCan, useRouteIds } from '../../../app/current-org.ts'
import { DataTable } from '../../../components/DataTable.tsx'
import { Dialog } from '../../../components/Dialog.tsx'
import { groupErrorsByPath } from '../../../components/editor/field-path.ts'
import { FormActions } from '../../../components/FormActions.tsx'
import { notify } from '../../../components/notify.tsx'
import { PageLayout } from '../../../components/PageLayout.tsx'
import { EmptyState, ErrorAlert } from '../../../components/PageStates.tsx'
import { type AgentPlaybook, useInvalidatePlaybooks, usePlaybooks } from '../playbook-data.ts'
import { useHiddenPlaybooks } from './delete-playbook.tsx'
import { ImportPlaybook } from './ImportPlaybook.tsx'
import { buildPlaybookColumns, type PlaybookRow } from './playbook-columns.tsx'

const { create } = strings

function NewPlaybook({ close, open }: { close: () => void; open: (id: string) => void }) {
  const agent = useAgent()
  const forget = useInvalidatePlaybooks()
  const form = useForm({ initialValues: { name: '', whenToUse: '' } })
  const making = useMutation({
    mutationFn: ({ name, whenToUse }: { name: string; whenToUse: string }) =>
      agent.api.post('/playbooks', { body: { name, ...(whenToUse.trim() && { whenToUse }) } }),
    onSuccess: ({ id, name }) => {
      forget()
      notify.success(create.created(name))
      open(id)
    },
    onError: (error) => error instanceof Invalid && form.setErrors(groupErrorsByPath(error.errors)),
  })
  const unplaced = making.error && !(making.error instanceof Invalid) ? making.error : undefined
  return (
    <Dialog onClose={close} title={create.title}>
      <form onSubmit={form.onSubmit((values) => making.mutate(values))}>
        <Stack>
          <TextInput label={create.name} description={create.nameHint} data-autofocus {...form.getInputProps('name')} />
          <Textarea
            label={create.whenToUse}
            description={create.whenToUseHint}
            autosize
            minRows={2}
            {...form.getInputProps('whenToUse')}
          />
          {unplaced && <ErrorAlert error={unplaced} />}
          <FormActions>
            <Button variant="default" onClick={close}>
              {app.confirm.cancel}
            </Button>
            <Button type="submit" loading={making.isPending}>
              {create.create}
            </Button>
          </FormActions>
        </Stack>
      </form>
    </Dialog>
  )
}

const { list } = strings

export function PlaybooksPage() {
  const routeIds = useRouteIds()
  const navigate = useNavigate()
  const mayEdit = useCan('editor')
  const playbooks = usePlaybooks()
  const rows = usePlaybookRows(playbooks.data)
  const columns = useMemo(() => buildPlaybookColumns(mayEdit), [mayEdit])
  const linkTo = (playbookId: string) =>
    linkOptions({ to: '/orgs/$org/agents/$agent/playbooks/$playbookId', params: { ...routeIds, playbookId } })
  if (playbooks.error) return <ErrorAlert error={playbooks.error} retry={playbooks.refetch} />
  const actions = mayEdit && <AddMenu open={(id) => navigate(linkTo(id))} playbooks={playbooks.data ?? []} />
  return (
    <PageLayout title={strings.title} lead={strings.lead} actions={rows?.length !== 0 && actions}>
      <DataTable<PlaybookRow>
        label={list.label}
        columns={columns}
        rows={rows}
        rowId={({ playbook }) => playbook.id}
        rowName={({ playbook }) => playbook.name}
        linkOf={({ playbook }) => linkTo(playbook.id)}
        empty={<EmptyState icon={IconBook2} title={list.emptyTitle} text={list.emptyText} action={actions} />}
      />
    </PageLayout>
  )
}

function usePlaybookRows(playbooks: readonly AgentPlaybook[] | undefined): PlaybookRow[] | undefined {
  const findings = useLint()
  const hidden = useHiddenPlaybooks()
  return useMemo(
    () =>
      playbooks
        ?.map((playbook, at) => {
          const own = findings.filter(({ path }) => path.startsWith(`playbooks[${at}].`))
          const errors = own.filter(({ severity }) => severity === 'error').length
          return { playbook, playbooks, errors, others: own.length - errors }
        })
        .filter(({ playbook }) => !hidden.has(playbook.id)),
    [playbooks, findings, hidden],
  )
}

type AddedPlaybook = { open: (id: string) => void; playbooks: readonly AgentPlaybook[] }

function AddMenu({ open, playbooks }: AddedPlaybook) {
  const [creating, create] = useDisclosure()
  const [importing, importOne] = useDisclosure()
  return (
    <Group gap="xs">
      <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={importOne.open}>
        {strings.import.button}
      </Button>
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={create.open}>
        {strings.create.button}
      </Button>
      {creating && <NewPlaybook close={create.close} open={open} />}
      {importing && <ImportPlaybook close={importOne.close} open={open} playbooks={playbooks} />}
    </Group>
  )
}
