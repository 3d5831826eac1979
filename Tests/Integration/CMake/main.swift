var garage = Garage()
print(garage.handle(event: .closed(.raise)), garage.state)
