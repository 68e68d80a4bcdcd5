# syntax=docker/dockerfile:1
# The program with its own Java runtime: docker build -t dear . && docker run --rm dear solve insertion_sort 5 2 4 3 1
FROM eclipse-temurin:25-jdk AS build
WORKDIR /src
COPY . .
RUN .ci/image

FROM debian:stable-slim
COPY --from=build /src/target/dear-image /opt/dear
RUN useradd --create-home dear
USER dear
WORKDIR /home/dear
ENTRYPOINT ["/opt/dear/bin/dear"]
