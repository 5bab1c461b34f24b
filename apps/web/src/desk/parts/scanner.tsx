import { Camera, CameraOff } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { deviceSetting } from '#web/lib/device-setting.ts'
import { device } from '../model/device.ts'
import { useStore } from '../model/store.ts'
import { text } from '../words/text.ts'
import css from './parts.module.css'
import { loadDecoder } from './decoder.ts'

/** Between two pictures: old phones take 100 ms for one. */
const pauseMs = 120
/** The code that was just read may still be in the picture: it counts again when it was out of sight for so long. */
const sameMs = 2_000
const last = { code: '', seen: 0 }

/** Opened once, the camera opens with the next screen, too. */
const wanted = deviceSetting('desk-camera', ['closed', 'open'], () => 'closed')

type ScannerProps = { hint: string; onCode: (code: string) => void }

/** The camera, opened by a button; reports the QR codes that it sees. Closed while the device is. */
export function Scanner({ hint, onCode }: ScannerProps) {
  const [isOpen, setOpen] = useState(wanted.read() === 'open')
  const [failed, setFailed] = useState(false)
  const current = useStore(device)
  const isActive = isOpen && current.is === 'known' && current.desk.state === 'open'
  const video = useRef<HTMLVideoElement>(null)
  const report = useRef(onCode)
  useEffect(() => {
    report.current = onCode
  }, [onCode])

  useEffect(() => {
    if (!isActive) return undefined
    const closed = new AbortController()
    const { signal } = closed
    let stream: MediaStream | undefined
    const end = () => {
      closed.abort()
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    async function scan() {
      // Undefined without https, despite its type.
      const devices = navigator.mediaDevices as MediaDevices | undefined
      if (!devices) throw new Error('No camera')
      const [decode, opened] = await Promise.all([
        loadDecoder(),
        devices.getUserMedia({ video: { facingMode: 'environment', width: { ideal: 1280 } } }),
      ])
      stream = opened
      const picture = video.current
      if (signal.aborted || !picture) return end()
      picture.srcObject = stream
      await picture.play()
      last.seen = performance.now()
      while (!signal.aborted) {
        const code = picture.videoWidth > 0 ? ((await decode(picture)) ?? '').trim() : ''
        if (code !== '' && !signal.aborted) {
          const isNew = code !== last.code || performance.now() - last.seen > sameMs
          last.code = code
          last.seen = performance.now()
          if (isNew) report.current(code)
        }
        await new Promise((done) => setTimeout(done, pauseMs))
      }
      return undefined
    }
    scan().catch(() => {
      if (signal.aborted) return
      end()
      wanted.write('closed')
      setFailed(true)
      setOpen(false)
    })
    return end
  }, [isActive])

  const toggle = () => {
    wanted.write(isOpen ? 'closed' : 'open')
    setFailed(false)
    setOpen(!isOpen)
  }
  return (
    <div className={isOpen ? css.camera : css.cameraClosed}>
      {isOpen && (
        <>
          {/* Has no sound. */}
          <video ref={video} className={css.picture} muted playsInline aria-label={hint} />
          <span className={css.aim} aria-hidden="true" />
        </>
      )}
      {failed && (
        <p className={css.cameraFailed} role="alert">
          {text.noCamera}
        </p>
      )}
      <p className={css.cameraHint}>{hint}</p>
      <button type="button" className={css.cameraButton} onClick={toggle}>
        {isOpen ? <CameraOff size={22} aria-hidden="true" /> : <Camera size={22} aria-hidden="true" />}
        {isOpen ? text.closeCamera : text.openCamera}
      </button>
    </div>
  )
}
