import { Button, Center, Group, Paper, Stack } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { QRCodeCanvas, QRCodeSVG } from 'qrcode.react'
import { useRef } from 'react'
import { words } from '#words/outreach.ts'
import { CopyField } from '../../../parts/CopyField.tsx'
import { Dialog } from '../../../parts/Dialog.tsx'
import { saveFile } from '../../../parts/save-file.ts'
import type { OutreachLink } from './link-state.ts'

const { links: said } = words
/** Large enough for print. */
const pixels = 1024
const code = { level: 'M', marginSize: 4 } as const

/** The address of a link to look at, to point a phone at, and to take along. */
export function QrDialog({ link: { url, label }, onClose }: { link: OutreachLink; onClose: () => void }) {
  const svg = useRef<SVGSVGElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const name = label || said.unlabelled
  const saveSvg = () => {
    if (svg.current) {
      const drawn = new XMLSerializer().serializeToString(svg.current)
      saveFile(new Blob([drawn], { type: 'image/svg+xml' }), `${said.file}.svg`)
    }
  }
  const savePng = () => canvas.current?.toBlob((blob) => blob && saveFile(blob, `${said.file}.png`))
  return (
    <Dialog onClose={onClose} title={said.qrTitle(name)}>
      <Stack>
        <Center>
          <Paper p="xs" bg="white" withBorder>
            <QRCodeSVG ref={svg} value={url} size={260} title={said.qrLabel(url)} {...code} />
          </Paper>
        </Center>
        <QRCodeCanvas ref={canvas} value={url} size={pixels} style={{ display: 'none' }} aria-hidden {...code} />
        <CopyField label={said.address} value={url} />
        <Group justify="flex-end">
          <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={saveSvg}>
            {said.svg}
          </Button>
          <Button leftSection={<IconDownload size={16} aria-hidden />} onClick={savePng}>
            {said.png}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
