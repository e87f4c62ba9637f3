"""What light, lens, sensor and JPEG do to a picture."""

import cv2
import numpy as np

from vision.arrays import Drawn


def spoil(image: Drawn, rng: np.random.Generator, mild: float = 0.25) -> Drawn:
    """What light, lens, sensor and JPEG do to a picture (H, W, 3); `mild` is how often it gets off lightly."""
    out: Drawn = image.astype(np.float32)
    h, w = out.shape[:2]
    if rng.random() > mild:
        ramp = np.linspace(-1, 1, w, dtype=np.float32)[None, :] * rng.normal(0, 0.12)
        out *= (1 + ramp + np.linspace(-1, 1, h, dtype=np.float32)[:, None] * rng.normal(0, 0.12))[..., None]
    out *= np.float32(np.exp(rng.normal(-0.16, 0.27)))
    out *= np.exp(rng.normal(0, 0.07, 3)).astype(np.float32)
    if rng.random() < 0.5:
        out = 255 * np.clip(out / 255, 0, 1) ** np.float32(np.exp(rng.normal(0, 0.25)))
    grey = out.mean(2, keepdims=True)
    out = grey + (out - grey) * np.float32(rng.uniform(0.3, 1.25) if rng.random() < 0.6 else 1.0)
    if rng.random() < 0.03:
        out = np.repeat(grey, 3, 2)
    if rng.random() < 0.2:  # a lamp's reflection
        y, x = rng.uniform(0, h), rng.uniform(0, w)
        yy, xx = np.mgrid[:h, :w].astype(np.float32)
        spot = np.exp(-(((yy - y) ** 2 + (xx - x) ** 2) / (2 * (rng.uniform(0.05, 0.3) * h) ** 2)))
        out += (spot * rng.uniform(30, 160))[..., None].astype(np.float32)
    if rng.random() < 0.65:
        out = cv2.GaussianBlur(out, (0, 0), rng.uniform(0.3, 1.15))
    if rng.random() < 0.06:
        k = int(rng.integers(2, 5))
        streak = np.zeros((2 * k + 1, 2 * k + 1), np.float32)
        a = rng.uniform(0, np.pi)
        d = (round(float(np.cos(a)) * k), round(float(np.sin(a)) * k))
        cv2.line(streak, (k - d[0], k - d[1]), (k + d[0], k + d[1]), 1.0)
        out = cv2.filter2D(out, -1, streak / streak.sum())
    if rng.random() < 0.75:
        noise: Drawn = rng.normal(0, rng.uniform(0.5, 9), out.shape).astype(np.float32)
        if rng.random() < 0.4:
            noise = cv2.GaussianBlur(noise, (0, 0), 0.7)
        out += noise
    done = np.clip(out, 0, 255).astype(np.uint8)
    if rng.random() < 0.7:
        _, jpeg = cv2.imencode(".jpg", done, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(35, 96))])
        done = np.asarray(cv2.imdecode(jpeg, cv2.IMREAD_COLOR), np.uint8)
    return done


def clear(image: Drawn, rng: np.random.Generator) -> Drawn:
    """What a good camera above a table does to a picture (H, W, 3) of tiles at rest: the looks at a rest are averaged,
    so little of the sensor is left, and the lens and JPEG are mild."""
    out: Drawn = image.astype(np.float32) * np.float32(np.exp(rng.normal(-0.1, 0.15)))
    out *= np.exp(rng.normal(0, 0.05, 3)).astype(np.float32)
    out = cv2.GaussianBlur(out, (0, 0), rng.uniform(0.25, 0.8))
    out += rng.normal(0, rng.uniform(0.3, 3.0), out.shape).astype(np.float32)
    done = np.clip(out, 0, 255).astype(np.uint8)
    _, jpeg = cv2.imencode(".jpg", done, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(72, 96))])
    return np.asarray(cv2.imdecode(jpeg, cv2.IMREAD_COLOR), np.uint8)
