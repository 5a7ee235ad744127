import { Button, Center, Group, Paper, Stack } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { QRCodeCanvas, QRCodeSVG } from 'qrcode.react'
import { useRef } from 'react'
import { strings } from '#i18n/outreach.ts'
import { CopyField } from '../../../components/CopyField.tsx'
import { Dialog } from '../../../components/Dialog.tsx'
import { saveFile } from '../../../components/save-file.ts'
import type { OutreachLink } from './link-state.ts'

const { links: qrDialogTexts } = strings
/** Large enough for print. */
const pixels = 1024
const code = { level: 'M', marginSize: 4 } as const

/** The address of a link to look at, to point a phone at, and to take along. */
export function QrDialog({ link: { url, label }, onClose }: { link: OutreachLink; onClose: () => void }) {
  const svg = useRef<SVGSVGElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const name = label || qrDialogTexts.unlabelled
  const saveSvg = () => {
    if (svg.current) {
      const drawn = new XMLSerializer().serializeToString(svg.current)
      saveFile(new Blob([drawn], { type: 'image/svg+xml' }), `${qrDialogTexts.file}.svg`)
    }
  }
  const savePng = () => canvas.current?.toBlob((blob) => blob && saveFile(blob, `${qrDialogTexts.file}.png`))
  return (
    <Dialog onClose={onClose} title={qrDialogTexts.qrTitle(name)}>
      <Stack>
        <Center>
          <Paper p="xs" bg="white" withBorder>
            <QRCodeSVG ref={svg} value={url} size={260} title={qrDialogTexts.qrLabel(url)} {...code} />
          </Paper>
        </Center>
        <QRCodeCanvas ref={canvas} value={url} size={pixels} style={{ display: 'none' }} aria-hidden {...code} />
        <CopyField label={qrDialogTexts.address} value={url} />
        <Group justify="flex-end">
          <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={saveSvg}>
            {qrDialogTexts.svg}
          </Button>
          <Button leftSection={<IconDownload size={16} aria-hidden />} onClick={savePng}>
            {qrDialogTexts.png}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
